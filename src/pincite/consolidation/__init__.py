"""Operations with preconditions that lead from one dated wording of a law to the next, and the law on a date.

Keeps true: no silent wrong text. An operation whose precondition does not hold is refused with a typed finding and
changes nothing; what cannot be read safely from an instruction is not read; the publisher's text wins.
"""
