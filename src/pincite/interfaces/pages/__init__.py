"""Pages that work in a browser without a network: each is one file, with a policy that lets nothing in or out."""
