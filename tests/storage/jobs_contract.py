"""What a store of jobs must do, whatever it lies in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Thread

import pytest

from pincite.errors import BadInput
from pincite.storage.jobs import ATTEMPTS, LEASE, JobStore, Wanted, job_id


@dataclass
class Clock:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


DRAFT = Wanted("t", "m", "ann", "verify", "memo.md", {"as_of": ""}, b"Cap. 9001, s. 3")


def names(store: JobStore, wanted: Wanted = DRAFT) -> list[str]:
    job = store.get(wanted.tenant, wanted.matter, job_id(wanted))
    assert job is not None
    return [event.name for event in store.events(job)]


class JobsContract:
    def test_the_same_work_is_one_job(self, store: JobStore) -> None:
        first, new = store.put(DRAFT)
        again, newer = store.put(replace(DRAFT, owner="bob"))
        assert new
        assert not newer
        assert again == first
        assert store.data(first) == DRAFT.data

    @pytest.mark.parametrize(
        "other",
        [
            replace(DRAFT, tenant="u"),
            replace(DRAFT, matter="n"),
            replace(DRAFT, data=b"Cap. 9002"),
            replace(DRAFT, asked={"as_of": "2026-01-01"}),
            replace(DRAFT, against={"releases": ["x"]}),
        ],
    )
    def test_other_work_is_another_job(self, store: JobStore, other: Wanted) -> None:
        first, _ = store.put(DRAFT)
        second, new = store.put(other)
        assert new
        assert second.id != first.id

    def test_another_tenant_or_matter_reaches_no_job(self, store: JobStore) -> None:
        job, _ = store.put(DRAFT)
        assert store.get("u", "m", job.id) is None
        assert store.get("t", "n", job.id) is None
        assert store.listed("u", "m") == ()
        assert store.data(replace(job, tenant="u")) is None
        assert [each.id for each in store.listed("t", "m")] == [job.id]

    def test_attack_many_jobs_of_one_tenant_do_not_hold_up_another(self, store: JobStore) -> None:
        for number in range(6):
            store.put(replace(DRAFT, data=b"%d" % number))
        late, _ = store.put(replace(DRAFT, tenant="u"))
        first, second = store.claim("w"), store.claim("w")
        assert first is not None
        assert second is not None
        assert (first.tenant, second.id) == ("t", late.id)
        assert [job.tenant for _ in range(5) if (job := store.claim("w"))] == ["t"] * 5
        assert store.claim("w") is None

    def test_a_job_is_done_by_one_worker_and_its_result_is_kept(self, store: JobStore) -> None:
        store.put(DRAFT)
        job = store.claim("w1")
        assert job is not None
        assert store.claim("w2") is None
        store.tell(job, "w1", "stage", {"stage": "existence"})
        assert not store.finish(job, "w2", b"stolen")
        assert store.finish(job, "w1", b"report")
        held = store.get("t", "m", job.id)
        assert held is not None
        assert (held.state, store.result(held)) == ("done", b"report")
        assert names(store) == ["waiting", "running", "stage", "done"]
        assert [event.seq for event in store.events(held, after=2)] == [3, 4]

    def test_work_whose_worker_died_is_begun_anew_and_given_up_in_the_end(self, store: JobStore, clock: Clock) -> None:
        store.put(DRAFT)
        for attempt in range(ATTEMPTS):
            job = store.claim(f"w{attempt}")
            assert job is not None
            assert job.attempts == attempt + 1
            clock.now += LEASE + 1
            assert not attempt or store.renew(job, "w0") == "lost"
        assert store.claim("w9") is None
        held = store.get("t", "m", job_id(DRAFT))
        assert held is not None
        assert held.state == "failed"
        assert held.problem is not None
        assert held.problem["code"] == "worker_died"

    def test_a_worker_that_renews_its_lease_keeps_its_work(self, store: JobStore, clock: Clock) -> None:
        store.put(DRAFT)
        job = store.claim("w1")
        assert job is not None
        for _ in range(3):
            clock.now += LEASE - 1
            assert store.renew(job, "w1") == "go_on"
            assert store.claim("w2") is None

    def test_a_worker_that_is_stopped_hands_its_work_back(self, store: JobStore) -> None:
        store.put(DRAFT)
        job = store.claim("w1")
        assert job is not None
        store.release(job, "w1")
        again = store.claim("w2")
        assert again is not None
        assert again.attempts == 1

    def test_what_waits_is_cancelled_at_once_and_what_runs_is_told(self, store: JobStore) -> None:
        job, _ = store.put(DRAFT)
        store.cancel(job)
        held = store.get("t", "m", job.id)
        assert held is not None
        assert held.state == "cancelled"
        anew, new = store.put(DRAFT)
        assert new, "what was cancelled is begun anew when it is handed in again"
        assert anew.state == "waiting"
        running = store.claim("w")
        assert running is not None
        store.cancel(running)
        assert store.renew(running, "w") == "cancel"
        store.fail(running, "w", {}, state="cancelled")
        assert names(store)[-1] == "cancelled"

    def test_what_expired_is_deleted_and_reached_no_more(self, store: JobStore, clock: Clock) -> None:
        job, _ = store.put(DRAFT)
        clock.now = job.expires_at + 1
        assert store.get("t", "m", job.id) is None
        assert store.purge() == 1
        assert store.purge() == 0
        _, new = store.put(DRAFT)
        assert new

    def test_what_expired_is_deleted_whose_ever_it_is_but_not_while_it_is_being_done(
        self, store: JobStore, clock: Clock
    ) -> None:
        for tenant in ("t", "u", "v"):
            store.put(replace(DRAFT, tenant=tenant))
        clock.now += 90_000
        job = store.claim("w")
        assert job is not None
        assert store.purge() == 2
        assert store.finish(job, "w", b"report")
        assert store.purge() == 1

    def test_attack_a_job_under_another_tenants_name_is_neither_told_changed_nor_deleted(self, store: JobStore) -> None:
        store.put(DRAFT)
        job = store.claim("w")
        assert job is not None
        stolen = replace(job, tenant="u")
        assert store.data(stolen) is None
        assert store.events(stolen) == ()
        assert store.renew(stolen, "w") == "lost"
        assert not store.finish(stolen, "w", b"forged")
        store.tell(stolen, "w", "stage", {})
        store.fail(stolen, "w", {})
        store.release(stolen, "w")
        store.cancel(stolen)
        store.erase(stolen)
        assert store.renew(job, "w") == "go_on"
        assert names(store) == ["waiting", "running"]

    def test_what_is_erased_is_gone_also_for_its_worker(self, store: JobStore) -> None:
        store.put(DRAFT)
        job = store.claim("w")
        assert job is not None
        store.erase(job)
        assert store.renew(job, "w") == "lost"
        assert not store.finish(job, "w", b"report")
        assert store.get("t", "m", job.id) is None

    def test_no_tenant_fills_the_queue(self, store: JobStore) -> None:
        for number in range(3):
            store.put(replace(DRAFT, data=b"%d" % number), most_waiting=3)
        with pytest.raises(BadInput, match="3 jobs are waiting"):
            store.put(DRAFT, most_waiting=3)
        _, new = store.put(replace(DRAFT, tenant="u"), most_waiting=3)
        assert new, "the queue of another tenant is its own"

    def test_a_draft_by_itself_does_not_wait_for_all_of_a_batch_nor_the_batch_for_it(self, store: JobStore) -> None:
        parts = [store.put(replace(DRAFT, name=f"{n}.md"))[0].id for n in range(4)]
        store.put(Wanted("t", "m", "ann", "batch", "", {}, b"", parts=parts))
        alone = [store.put(replace(DRAFT, name=f"alone {n}.md"))[0].id for n in range(2)]
        order = [job.id for _ in range(6) if (job := store.claim("w"))]
        assert sorted(order) == sorted([*parts, *alone])
        assert alone[0] in order[:2]
        assert alone[1] in order[:4]
        assert len({*order[:4]} & {*parts}) == 2

    def test_a_batch_ends_with_the_last_of_its_parts(self, store: JobStore) -> None:
        parts = [store.put(replace(DRAFT, name=f"{n}.md"))[0] for n in range(2)]
        batch = Wanted("t", "m", "ann", "batch", "", {}, b"", parts=[each.id for each in parts])
        whole, _ = store.put(batch)
        for _ in parts:
            held = store.get("t", "m", whole.id)
            assert held is not None
            assert held.state == "running"
            job = store.claim("w")
            assert job is not None
            assert job.kind == "verify", "nobody does the whole"
            store.finish(job, "w", b"report")
        held = store.get("t", "m", whole.id)
        assert held is not None
        assert held.state == "done"
        assert [each.name for each in store.parts("t", "m", whole.id)] == ["0.md", "1.md"]
        assert names(store, batch) == ["waiting", "progress", "progress", "progress", "done"]

    def test_cancelling_a_batch_leaves_what_another_batch_wants(self, store: JobStore) -> None:
        parts = [store.put(replace(DRAFT, name=f"{n}.md"))[0].id for n in range(2)]
        whole, _ = store.put(Wanted("t", "m", "ann", "batch", "", {}, b"", parts=parts))
        store.put(Wanted("t", "m", "ann", "batch", "", {}, b"", parts=parts[1:]))
        store.cancel(whole)
        states = {each.name: each.state for each in store.parts("t", "m", whole.id)}
        assert states == {"0.md": "cancelled", "1.md": "waiting"}

    def test_workers_at_the_same_time_do_each_job_once(self, store: JobStore) -> None:
        for number in range(20):
            store.put(replace(DRAFT, data=b"%d" % number))
        done: list[str] = []

        def work(name: str) -> None:
            while (job := store.claim(name)) is not None:
                if store.finish(job, name, b""):
                    done.append(job.id)

        threads = [Thread(target=work, args=(f"w{number}",)) for number in range(4)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert len(done) == len(set(done)) == 20
