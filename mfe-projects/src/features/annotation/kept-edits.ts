import { changeAnnotations } from '@lamella/shared/contract'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Conflict } from './conflict.ts'
import { type AnnotatedImage, changeOf, type UnsentEdit } from './edit.ts'

/** What a tab has left: edits in their order, and conflicts that are not decided. */
export interface LeftEdits {
  unsent: UnsentEdit[]
  conflicts: Conflict[]
}

interface Row {
  image: AnnotatedImage
  /** One of the two. */
  unsent?: UnsentEdit
  conflict?: Conflict
}

/** Ids of user, image and session, and the place in the order of the session. */
type Key = [user: string, image: string, session: string, at: number]

interface Schema extends DBSchema {
  edits: { key: Key; value: Row }
}

/** Does something with the rows. Rejects where there is no database, as in private windows of some browsers. */
const withRows = async <T>(use: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
  const database = await openDB<Schema>('lamella-annotations', 1, {
    upgrade: (created) => void created.createObjectStore('edits'),
  })
  try {
    return await use(database)
  } finally {
    database.close()
  }
}

/** All keys that begin so. */
const under = (...start: string[]): IDBKeyRange => IDBKeyRange.bound(start, [...start, []])

/** Where the browser has no locks: sessions that are of this tab, or were taken over by it. */
const held = new Set<string>()

const holdUnlocked = (session: string): boolean => {
  const isFree = !held.has(session)
  held.add(session)
  return isFree
}

/** Holds a session until the tab is closed (Web Locks). @returns false: a tab has it already; of other tabs only where the browser has locks */
const hold = async (session: string): Promise<boolean> => {
  if (!navigator.locks) return holdUnlocked(session)
  return new Promise<boolean>((resolve) => {
    navigator.locks
      .request(`lamella annotations ${session}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock && new Promise(() => undefined)
      })
      // Not permitted in this context.
      .catch(() => resolve(holdUnlocked(session)))
  })
}

/** A later release may write what this one does not know: it is left to a later one. */
const isKnown = ({ unsent, conflict }: Row): boolean =>
  conflict !== undefined ||
  (unsent !== undefined &&
    changeAnnotations.body.safeParse({ data: { changes: [changeOf(unsent.edit, unsent.base)] } }).success)

/** Images of which this browser keeps edits of a user. */
export const imagesWithKeptEdits = async (user: string): Promise<AnnotatedImage[]> => {
  try {
    return await withRows(async (database) => {
      const first = new Map((await database.getAllKeys('edits', under(user))).toReversed().map((key) => [key[1], key]))
      const rows = await Promise.all([...first.values()].map((key) => database.get('edits', key)))
      return rows.flatMap((row) => (row ? [row.image] : []))
    })
  } catch {
    return []
  }
}

interface KeptEditsOptions {
  user: string
  /** Its id, by which it is known whether its tab is still there. */
  session: string
  image: () => AnnotatedImage
  /** Called when `isKept` may have changed. */
  onChange: () => void
}

/**
 * What one session has not stored on the server, kept in the browser (IndexedDB), so that a closed tab loses nothing: the next one takes it over
 * and sends it.
 */
export class KeptEdits {
  readonly #options: KeptEditsOptions
  /** What is or will be in the database. */
  readonly #kept = new Map<object, { key: Key; base?: number | undefined }>()
  #next = 0
  /** What is to be written, null: removed, in this order. */
  #writes = new Map<Key, Row | null>()
  #isWriting = false
  #isHeld = false

  constructor(options: KeptEditsOptions) {
    this.#options = options
  }

  /** Whether all that was handed over is in the database. */
  get isKept(): boolean {
    return !this.#isWriting && this.#writes.size === 0
  }

  /** Takes over what is left of the image by tabs that are gone. */
  async adopt(): Promise<LeftEdits> {
    const { user, image } = this.#options
    const left: LeftEdits = { unsent: [], conflicts: [] }
    try {
      await withRows(async (database) => {
        const keys = await database.getAllKeys('edits', under(user, image().id))
        // Their ids begin with their time.
        const sessions = new Set(keys.map(([, , session]) => session).toSorted())
        for (const session of sessions) if (await hold(session)) await this.#take(database, session, left)
      })
    } catch {
      // There is no database.
    }
    return left
  }

  async #take(database: IDBPDatabase<Schema>, session: string, left: LeftEdits): Promise<void> {
    const { user, image } = this.#options
    const rows = database.transaction('edits').store.iterate(under(user, image().id, session))
    for await (const { key, value } of rows) {
      if (!isKnown(value)) continue
      const { unsent, conflict } = value
      if (unsent) {
        this.#kept.set(unsent.edit, { key, base: unsent.base })
        left.unsent.push(unsent)
      }
      if (conflict) {
        this.#kept.set(conflict, { key })
        left.conflicts.push(conflict)
      }
    }
  }

  /** Keeps these, and nothing else that was kept or taken over before. */
  keep(unsent: readonly UnsentEdit[], conflicts: readonly Conflict[]): void {
    const image = this.#options.image()
    const wanted = new Map<object, Row>([
      ...unsent.map((each): [object, Row] => [each.edit, { image, unsent: each }]),
      ...conflicts.map((conflict): [object, Row] => [conflict, { image, conflict }]),
    ])
    for (const [object, { key }] of this.#kept) {
      if (wanted.has(object)) continue
      this.#kept.delete(object)
      this.#writes.set(key, null)
    }
    for (const [object, row] of wanted) {
      const before = this.#kept.get(object)
      const base = row.unsent?.base
      if (before && before.base === base) continue
      const key = before?.key ?? this.#newKey()
      this.#kept.set(object, { key, base })
      this.#writes.set(key, row)
    }
    if (!this.#isWriting && this.#writes.size > 0) void this.#write()
  }

  #newKey(): Key {
    const { user, session, image } = this.#options
    this.#next += 1
    return [user, image().id, session, this.#next]
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    if (!this.#isHeld) this.#isHeld = await hold(this.#options.session)
    while (this.#writes.size > 0) {
      const writes = this.#writes
      this.#writes = new Map()
      try {
        await withRows(async (database) => {
          const { store, done } = database.transaction('edits', 'readwrite')
          for (const [key, row] of writes) void (row ? store.put(row, key) : store.delete(key)).catch(() => undefined)
          await done
        })
      } catch {
        // Tried again with the next edit.
        this.#writes = new Map([...writes, ...this.#writes])
        break
      }
    }
    this.#isWriting = false
    this.#options.onChange()
  }
}
