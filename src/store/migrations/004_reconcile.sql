-- What was released and made again is looked at once more: a first request that came through late has made a second object.
create index operations_released on dedupe.operations (finished_at)
  where state = 'confirmed' and reconcile_history @> '[{"proof": "absent"}]';
