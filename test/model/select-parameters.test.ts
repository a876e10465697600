import { expect, test } from 'vitest';
import { parseParameters } from '../../src/model/select-parameters.ts';

const names = ['event_id', 'job_id', 'from'];
const parsed = (text: string) => parseParameters(text, names);

test('a parameter gets one number however often it is named', () => {
  expect(parsed('select 1 where a = :event_id or b = :job_id or c=:event_id')).toEqual({
    text: 'select 1 where a = $1 or b = $2 or c=$1',
    names: ['event_id', 'job_id'],
  });
});

test.each([
  ['a text', "select ':nobody', 'it''s :nobody' where a = :event_id"],
  ['an escaped text', "select e'\\':nobody' where a = :event_id"],
  ['a quoted name', 'select ":nobody", "a "":nobody" where a = :event_id'],
  ['a comment', "select 1 -- it's :nobody\n where a = :event_id"],
  ['a comment in a comment', "select 1 /* /* :nobody */ it's :nobody; */ where a = :event_id"],
  ['a cast', 'select a::text where a = :event_id::uuid::text'],
  ['a dollar quote', 'select $$:nobody; $1$$, $tag$ :nobody $$ $tag$ where a = :event_id'],
  ['a named argument', 'select f(a := 1) where a = :event_id'],
  ['a slice', 'select a[1:2] where a = :event_id'],
  ['letters of two units', "select '😀😀😀' /* 😀 */ where a = :event_id"],
])('%s hides nothing and is left as it is', (_, text) => {
  expect(parsed(text)).toEqual({ text: text.replace(':event_id', '$1'), names: ['event_id'] });
});

test.each([
  ['select 1; delete from t', 'more than one statement'],
  ['select 1; -- and\n; /* x */ select 2', 'more than one statement'],
  ["select '1; delete from t", 'not closed'],
  ['select 1 /* /* */', 'not closed'],
  ['select $a$ 1 $b$', 'not closed'],
  ['select "a', 'not closed'],
  ['delete from t', 'is no SELECT'],
  ['/* select */ update t set a = 1', 'is no SELECT'],
  ['', 'is no SELECT'],
  ['select :nobody', 'names :nobody, and its parameters are :event_id, :job_id, :from'],
  ['select $1', 'names $1'],
])('%s is refused', (text, why) => {
  expect(parsed(text)).toEqual({ why: expect.stringContaining(why) });
});

test.each([
  ['select 1;', 'select 1'],
  ["select ';' ; -- the end; really", "select ';'  -- the end; really"],
  ['-- why\nwith a as (select 1) select * from a', '-- why\nwith a as (select 1) select * from a'],
  ['(select 1)', '(select 1)'],
])('%s is one SELECT', (text, expected) => {
  expect(parsed(text)).toEqual({ text: expected, names: [] });
});
