// A table of somebody's database, as its catalogs describe it.

export interface CatalogColumn {
  readonly name: string;
  /** Quoted where that is needed. */
  readonly sql: string;
  readonly type: string;
  /** The words of an enumeration. */
  readonly labels: readonly string[] | null;
  readonly nullable: boolean;
  /** Where an insert says nothing else, it is the time of the insert. */
  readonly stamped: boolean;
}

export interface CatalogTable {
  readonly schema: string;
  readonly name: string;
  /** As it stands in a statement: quoted, and with its schema where that is needed. */
  readonly sql: string;
  readonly readable: boolean;
  /** Row security hides rows from this role. */
  readonly secured: boolean;
  /** The columns by which it is cut into partitions; null among them is an expression. Undefined or null: it is in one piece. */
  readonly cut?: readonly (string | null)[] | null;
  /** An estimate; negative: nobody has counted. */
  readonly rows: number;
  readonly columns: readonly CatalogColumn[];
  /** `whole`: over all rows, and not over some of them. */
  readonly uniques: readonly {
    readonly primary: boolean;
    readonly whole: boolean;
    readonly columns: readonly string[];
  }[];
  readonly links: readonly {
    readonly column: string;
    readonly schema: string;
    readonly table: string;
    readonly to: string;
  }[];
}
