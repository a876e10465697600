// Where an issue of Jira holds the key, and how JQL asks for it.

export function jiraKey(field: string) {
  return { key: `fields.${field}` };
}

/** A text field knows no "is exactly": what the search takes for alike is sorted out on this side. */
export function jqlOf(field: string): string {
  const number = /^customfield_(\d+)$/.exec(field)?.[1];
  const clause = number === undefined ? 'labels = "{key:quoted}"' : `cf[${number}] ~ "\\"{key:quoted}\\""`;
  return `project = "{project}" AND ${clause} ORDER BY created ASC`;
}
