#!/bin/sh
# Calls the gate for an event of a hook, and fails closed: a host takes only status 2 for «held back», so whatever goes wrong becomes 2.
# When the agent was held back before and pincite still cannot run, the person is told instead: no agent is caught in a loop.
event=$(cat)

could_not() {
  case $event in
  *'"stop_hook_active":true'* | *'"stop_hook_active": true'*)
    printf '{"systemMessage": "pincite could not check what the agent wrote: it is NOT verified."}\n'
    exit 0
    ;;
  *'"Stop"'* | */final/* | */outbox/* | *'"final/'* | *'"outbox/'* | *'"mcp__'*)
    echo "pincite could not check this ($1), so it is not verified. Say so, and do not deliver it." >&2
    exit 2
    ;;
  esac
  exit 0
}

command -v pincite >/dev/null 2>&1 || could_not "the command pincite is not installed"
said=$(printf '%s' "$event" | pincite hook "$@")
status=$?
[ "$status" -eq 0 ] || could_not "it ended with status $status"
[ -z "$said" ] || printf '%s\n' "$said"
