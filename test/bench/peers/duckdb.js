// node duckdb.js find FILE ID | group FILE: DuckDB on a log, with columns named beforehand, so that it guesses nothing.
// https://duckdb.org/docs/stable/data/json/loading_json (columns, format), /data/csv/overview (parallel)

export const settings = {
  find: 'each line as one text by read_csv, contains(), all threads',
  group: 'read_ndjson with the columns named, group by record and event, all threads',
};

const statements = {
  find: (file, id) =>
    `select line from read_csv('${file}', columns = {'line': 'VARCHAR'}, delim = chr(1), quote = '', escape = '', header = false, auto_detect = false,
      max_line_size = 1000000) where contains(line, '${id}')`,
  group: (file) =>
    `select event_id, count(distinct record_id) n from read_ndjson('${file}', columns = {'dedupe': 'VARCHAR', 'event_id': 'VARCHAR', 'record_id': 'VARCHAR'})
      where dedupe = 'record' group by event_id having n > 1`,
};

const [, program, what, ...args] = process.argv;
if (program.endsWith('duckdb.js')) {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(statements[what](...args));
  console.log(reader.getRows().length);
}
