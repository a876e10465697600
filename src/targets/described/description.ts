// What a file says about a system that has no adapter of its own: how it is asked, where its answers hold what matters,
// and when they may be believed.
import * as z from 'zod/mini';
import { span, word } from '../http/settings.ts';

/** `a.b.0`, or `list[field=value].c` for the entry of a list with this field. Empty: the answer itself. */
const place = () => z.string().check(z.regex(/^(|[\w@$-]+(\[[\w-]+=[^\]]+\])?(\.[\w@$-]+(\[[\w-]+=[^\]]+\])?)*)$/));
const headers = () => z.record(z.string(), z.string());
const statuses = () => z.array(z.int().check(z.gte(100), z.lte(599)));
/** Below the address of the target, or of a page whole; {key}, {from}, {to} and the target's own names are filled in. */
const path = () => z.string().check(z.regex(/^\//));

const asking = {
  method: z.optional(z.enum(['GET', 'POST'])),
  path: path(),
  body: z.optional(z.unknown()),
  headers: z.optional(headers()),
};

const records = {
  /** Where the list stands. Left out: the answer is one record. */
  list: z.optional(place()),
  key: place(),
  /** The key stands somewhere in this text, between these two: for systems without a field of their own. */
  key_within: z.optional(z.tuple([z.string(), z.string()])),
  id: place(),
  created: z.optional(place()),
  created_by: z.optional(place()),
  url: z.optional(place()),
  /** Address of an object, with {id}. */
  link: z.optional(word()),
  closed: z.optional(z.strictObject({ at: place(), values: z.array(z.union([z.string(), z.boolean()])) })),
  deleted: z.optional(z.strictObject({ at: place(), values: z.array(z.union([z.string(), z.boolean()])) })),
  /** What only records of another kind have, which stand in the same list: they are no objects of this target. */
  other: z.optional(place()),
  total: z.optional(place()),
  /** Statuses that mean "no such record". */
  empty: z.optional(statuses()),
  next: z.optional(
    z.union([
      z.strictObject({ link: z.literal(true) }),
      z.strictObject({ url: place() }),
      z.strictObject({ cursor: place(), parameter: word() }),
      /** The number of a page, or of a record, until a page comes with nothing on it: a size that was asked for may be capped. */
      z.strictObject({
        page: word(),
        size: z.optional(z.int()),
        start: z.optional(z.int()),
        in_query: z.optional(z.literal(true)),
      }),
      /** The id of the last record, where a mark says that there are more. */
      z.strictObject({ last_id: word(), more: place() }),
      z.strictObject({ offset: word(), size: z.optional(z.int()) }),
      /** One answer holds all that there are, however many. */
      z.strictObject({ none: z.literal(true) }),
    ]),
  ),
  /** What a file does not call the primary store may be an index: nothing is proved absent by it. */
  store: z.optional(z.enum(['primary', 'index'])),
  index_lag: span(),
};

/** What a list has to say of its end. */
export const undeclared =
  'nothing says which page is the last: declare next (link, url, cursor, page, offset, last_id, or none: true where one answer holds all) or total';

interface Ending {
  readonly list?: string | undefined;
  readonly next?: unknown;
  readonly total?: string | undefined;
  readonly filtered?: boolean | undefined;
}

/** Of what a filter let through one page is enough to see that it was not honoured; any other list has to be seen whole. */
const ends = (isFiltered: boolean) =>
  z.refine<Ending>(
    ({ list, next, total, filtered = isFiltered }) =>
      filtered || list === undefined || next !== undefined || total !== undefined,
    { error: undeclared },
  );

/** A second list of objects that the first one leaves out, such as those in a bin. */
const also = z
  .strictObject({
    ...asking,
    ...records,
    /** False: records of other keys come back too, and are left out on this side. */
    filtered: z.optional(z.boolean()),
    /** Its records may come without the key: one that changed since the request was sent may be the one. The time of that. */
    keyless: z.optional(place()),
  })
  .check(ends(true));

const lead = z.strictObject({
  at: z.array(place()),
  value: z.union([z.string(), z.number()]),
  /** A list in the answer, and the field of its entries, that shows whether it was taken. */
  shown: z.optional(z.strictObject({ list: place(), field: place() })),
});

const value = () => z.union([z.string(), z.boolean(), z.int(), z.null()]);
/** `absent`: it may also not stand there at all. */
const shown = z.strictObject({ at: place(), values: z.array(value()), absent: z.optional(z.literal(true)) });

const control = {
  path: path(),
  /** What stands in its answer for those who may look. Of several, every one; of a list within, one of it. */
  shows: z.optional(z.union([shown, z.array(z.union([shown, z.array(shown)]))])),
  /** What to grant or configure where it does not. */
  grant: z.optional(word()),
};

/** A list of any objects: those of them with a key are looked for by it, as a sign that the look finds what is there. */
const sample = z.strictObject({
  ...asking,
  list: place(),
  /** Default: as in `find`. */
  key: z.optional(place()),
  id: z.optional(place()),
  created: z.optional(place()),
});

export const description = {
  title: z.optional(word()),
  /** Names that templates may use, beside {key}, {from} and {to}. */
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  auth: z.optional(
    z.union([
      z.strictObject({ header: word(), value: z.string().check(z.includes('{token}')) }),
      z.strictObject({ basic_user: z.string() }),
      /** A parameter of the query. */
      z.strictObject({ query: word() }),
    ]),
  ),
  headers: z.optional(headers()),
  create: z.strictObject({
    method: z.optional(z.enum(['POST', 'PUT', 'PATCH'])),
    path: path(),
    headers: z.optional(headers()),
    /** Where the request holds the key; the field's name in a form. */
    key: z.optional(word()),
    key_within: z.optional(z.tuple([z.string(), z.string()])),
    /** Where it has to hold the key beside that, such as a field in which the system refuses a second value. */
    key_also: z.optional(z.array(place())),
    /** What it may not set, such as the time of creation where the window lists by that. */
    never: z.optional(z.array(place())),
    /** What it has to hold beside the key, at one of these places, or the object would land where no list here looks. */
    leads: z.optional(z.array(lead)),
    /** Where the answer shows the key: an object that is shown without it was made without it, and will not be found by it. */
    shown: z.optional(place()),
    /** The system may make an object and drop its key without a word: one of that time without any key may be the one. With window. */
    may_drop_key: z.optional(z.literal(true)),
    /** Signs that the search cannot express: a key with one of them is not sent. */
    key_without: z.optional(word()),
    /** The header that makes a repeat harmless, and for how long. */
    key_header: z.optional(word()),
    key_lifetime: span(),
    /** Format of the body that is sent. Default: json. */
    format: z.optional(z.enum(['json', 'form'])),
    id: place(),
    url: z.optional(place()),
    /** Statuses by which the target says that it exists already. */
    exists: z.optional(statuses()),
    /** Statuses that say so among other things: the key is looked up, and nothing found means that it was refused. */
    may_exist: z.optional(statuses()),
    /** More statuses than 400, 401, 403, 404, 405, 422 and 429 that mean: nothing was executed. */
    refused: z.optional(statuses()),
    /** Words in the answer that mean: nothing was executed, try again later. */
    refused_words: z.optional(z.strictObject({ at: place(), values: z.array(word()) })),
  }),
  find: z
    .strictObject({
      ...asking,
      ...records,
      /** False: records of other keys may come back too, and are left out on this side. */
      filtered: z.optional(z.boolean()),
      /** It lists everything: where there is a window, that is asked instead. */
      whole: z.optional(z.literal(true)),
      also: z.optional(z.array(also)),
    })
    .check(ends(true)),
  window: z.optional(
    z
      .strictObject({
        ...asking,
        ...records,
        time: z.enum(['iso', 'epoch', 'epoch_ms']),
        also: z.optional(z.array(also)),
      })
      .check(ends(false)),
  ),
  /** A read of the container that answers 200 only to those who may look. */
  control: z.strictObject({
    ...control,
    /** The key of an object that is there, and stays. */
    known_key: z.optional(word()),
    sample: z.optional(sample),
    /** Further reads that have to show that nothing is hidden from this account. */
    also: z.optional(z.array(z.strictObject(control))),
  }),
  /** A field in which the target itself refuses a second value. */
  unique_field: z.optional(word()),
  /** It does so only where the system was set up for it, which the control has to show. */
  unique_by_setup: z.optional(z.literal(true)),
  /** What no list here shows, for the proof: "issues that were deleted". */
  leaves_out: z.optional(word()),
};

/** What was made without its key is looked for by the time at which it was made. */
export const dropsAreListed = z.refine<{
  readonly create: { readonly may_drop_key?: true | undefined };
  readonly window?: unknown;
}>(({ create, window }) => create.may_drop_key === undefined || window !== undefined, {
  path: ['create', 'may_drop_key'],
  error: 'what was made without its key is looked for by its time: declare window',
});

export const descriptionShape = z.strictObject(description).check(dropsAreListed);
export type Description = z.output<typeof descriptionShape>;
type Control = Description['control'];
export type ControlRead = Pick<Control, 'path' | 'shows' | 'grant'>;
export type Also = z.output<typeof also>;
/** `drops`: a record may have lost its key when it was made. */
export type Listed = (Description['find'] | NonNullable<Description['window']> | Also) & { readonly drops?: true };
