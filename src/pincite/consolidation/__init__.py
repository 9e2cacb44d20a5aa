"""Operations with preconditions that lead from one dated wording of a law to the next. The corpus issue fills this room."""
