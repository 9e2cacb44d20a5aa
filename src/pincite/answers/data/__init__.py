"""Tables of answers: look-alikes, number words, forms of citations, ends of addresses."""
