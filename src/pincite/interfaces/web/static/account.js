/* Signing out: the change bears the session's own token, which the account says. */
const button = document.getElementById("sign-out");
button.hidden = false;
button.addEventListener("click", async () => {
  const account = await (await fetch(button.dataset.account)).json();
  const answer = await fetch(button.dataset.logout, { method: "POST", headers: { "X-CSRF-Token": account.csrf } });
  if (answer.ok) location.assign(button.dataset.then);
});
