"""What may leave this machine: the modes, what counts as privileged, and the door every outgoing word must pass.

`modes` says which mode holds when several are named, `privileged` finds the passages that are to be kept back, `egress` is
the port that every connector and every remote judge asks before it sends, and the list of what left.
"""
