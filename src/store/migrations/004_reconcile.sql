-- What was released is looked at once more when it has ended: a first request that came through late has made an object that
-- nobody knows of.
create index operations_released on dedupe.operations (finished_at)
  where state in ('confirmed', 'dead') and reconcile_history @> '[{"proof": "absent"}]';
