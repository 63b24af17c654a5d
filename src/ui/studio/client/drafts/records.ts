/** Records in the browser's IndexedDB, by company. The only code that knows IndexedDB. */

export interface KeptRecord {
  /** Begins with the company's id. */
  readonly id: string;
  readonly companyId: string;
  readonly kind: 'draft' | 'made';
  /** Of a draft its template, of a document that was made its id. */
  readonly name: string;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
  readonly value: unknown;
}

const DATABASE = 'studio';
const STORE = 'records';
const KEEP_MS = 30 * 24 * 3_600_000;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => {
      // Another tab forgets everything.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    // Not once the request is answered: the tab may be closed by then.
    transaction.commit();
  });
}

export async function putRecord(record: Omit<KeptRecord, 'id'>): Promise<void> {
  const { companyId, kind, name } = record;
  await inStore('readwrite', (store) => store.put({ ...record, id: `${companyId} ${kind} ${name}` }));
}

/** The records of a company. Those of thirty days ago are removed, whoever's they are. */
export async function readRecords(companyId: string): Promise<readonly KeptRecord[]> {
  const all: readonly KeptRecord[] = await inStore('readonly', (store) => store.getAll());
  const isOld = ({ at }: KeptRecord) => Date.now() - at > KEEP_MS;
  for (const { id } of all.filter(isOld)) await inStore('readwrite', (store) => store.delete(id));
  return all.filter((record) => record.companyId === companyId && !isOld(record));
}

export async function forgetRecords(): Promise<void> {
  (await opened)?.close();
  opened = undefined;
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE);
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
  });
}
