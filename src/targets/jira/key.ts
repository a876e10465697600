// Where an issue of Jira holds the key, and how JQL asks for it.

/** A label has no spaces; a phrase within a phrase ends with the first quote. */
export function jiraKey(field: string) {
  return { key: `fields.${field}`, key_without: field === 'labels' ? ' ' : '"\\' };
}

/** A text field knows no "is exactly": what the search takes for alike is sorted out on this side. */
export function jqlOf(field: string): string {
  const number = numberOf(field);
  const clause = number === undefined ? 'labels = "{key:quoted}"' : `cf[${number}] ~ "\\"{key:quoted}\\""`;
  return `project = "{project}" AND ${clause} ORDER BY created ASC`;
}

/** Issues with something in the field: by one of them the search shows that it finds what is there. */
export function filledJql(field: string): string {
  const number = numberOf(field);
  const clause = number === undefined ? 'labels' : `cf[${number}]`;
  return `project = "{project}" AND ${clause} IS NOT EMPTY ORDER BY created DESC`;
}

function numberOf(field: string): string | undefined {
  return /^customfield_(\d+)$/.exec(field)?.[1];
}
