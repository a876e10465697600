// The page of a task: which of its parts is the id, and which addresses are one page? People copy what the browser shows, with a
// view, a comment or a title behind the id.

/** What stands before an id in the addresses of trackers: `/issues/41/edit`, `/lightning/r/Case/500…/view`, `/leads/detail/7`. */
const before =
  /^(issues?|browse|pulls?|merge_requests|work_items|incidents?|tickets?|cases?|tasks?|details?|records?|conversations?|deals?|leads?|cards?|[ct]|\d-\d+)$/i;
/** Also before the number of a list: `/tasks/task/view/8/`, `/record/0-5/987/view/1`. */
const verb = /^(view|edit|show)$/i;
/** A key that says so itself, wherever it stands: `OPS-41`. */
const trackerKey = /^[A-Z][A-Z0-9_]+-\d+$/;
/** Kinds of objects, where an id could stand: HubSpot's `0-5`. */
const objectKind = /^\d-\d+$/;
/** Parameters that name the task which a board or a list has opened. */
const selected = ['selectedIssue', 'issue', 'sys_id', 'id'];
/** What may follow an id, and is none. */
const view = /^(f|view|edit|show|events|designs|activity|comments|history|index\.html?)$/i;

/** Ids that the address may mean; the likeliest first, at least one for a page that is no root. */
export function recordIdsIn(address: string): string[] {
  const found = placeOf(address);
  return found === undefined ? [] : found.ids;
}

/**
 * The same text for all addresses of one task's page; undefined for what is no address. Two objects can have it: comments on one
 * page differ behind the `#` only.
 */
export function pageOf(address: unknown): string | undefined {
  return typeof address === 'string' ? placeOf(address)?.page : undefined;
}

function placeOf(address: string): { readonly ids: string[]; readonly page: string } | undefined {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return undefined;
  const { host, pathname, search, hash, searchParams } = new URL(address);
  const parts = pathname.split('/').filter((part) => part !== '');
  const key = parts.findIndex((part) => trackerKey.test(part));
  const asked = selected.map((name) => searchParams.get(name)).find((id) => id && /\d/.test(id));
  const isKey = asked !== undefined && asked !== null && trackerKey.test(asked);
  // A board that has opened a task is that task's page; an object's own page with a parameter is not another's.
  if (asked && (isKey || key < 0) && (isKey || !parts.some((part, i) => isNamed(parts, part, i)))) {
    if (isKey) return { ids: [asked], page: `${host}/${asked}` };
    return { ids: [asked], page: `${host}/${parts.join('/')}?${asked}` };
  }
  if (key >= 0) return { ids: [parts[key] as string], page: pageOfKey(host, parts, key) };
  const named = parts.findIndex((part, i) => isNamed(parts, part, i));
  const at = named >= 0 ? named : parts.findIndex((part, i) => verb.test(parts[i - 1] ?? '') && /\d/.test(part));
  if (at >= 0) {
    const id = withoutForm(parts[at] as string);
    return { ids: [id], page: [host, ...parts.slice(0, at), id].join('/') };
  }
  // What is asked for behind it may be what tells two pages apart.
  const end = parts.findLastIndex((part, i) => i === 0 || !view.test(part));
  const rest = [host, ...parts.slice(0, end + 1)].join('/');
  return { ids: [withoutForm(parts[end] ?? '')], page: `${rest}${search}${hash}` };
}

function withoutForm(id: string): string {
  return id.replace(/\.(json|xml|html?)$/i, '');
}

function isNamed(parts: readonly string[], part: string, i: number): boolean {
  return before.test(parts[i - 1] ?? '') && /\d/.test(part) && !objectKind.test(part);
}

/** Jira has many ways to one key of a site; elsewhere a key is one of what stands before it. */
function pageOfKey(host: string, parts: readonly string[], key: number): string {
  const id = parts[key] as string;
  const isOfSite = /^(browse|issues)$/i.test(parts[key - 1] ?? '') && !/^\/?[^/]+\/[^/]+\/issues/.test(parts.join('/'));
  const isProject = parts[key - 2] !== undefined && id.startsWith(`${parts[key - 2]}-`);
  return isOfSite || isProject ? `${host}/${id}` : [host, ...parts.slice(0, key), id].join('/');
}
