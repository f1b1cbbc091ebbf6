import 'fake-indexeddb/auto'
import type { AnnotationChange, AnnotationOutcome } from '@lamella/shared/contract'
import { BrowserLocks } from '@lamella/shared/testing/browser-locks.ts'
import { IDBFactory } from 'fake-indexeddb'
import * as fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { CommandStack } from './command-stack.ts'
import type { Conflict } from './conflict.ts'
import type { Edit } from './edit.ts'
import { imagesWithKeptEdits, KeptEdits } from './kept-edits.ts'
import { Outbox } from './outbox.ts'

const user = uuidv7()
const image = { id: uuidv7(), name: 'field.png', project: uuidv7(), isTimeSeries: false }
const draw = (id: string): Edit => ({ act: 'create', id, geometry: 'POINT (1 1)' })
const remove = (id: string): Edit => ({ act: 'delete', id })
const waiting = (edit: Edit, base?: number) => ({ edit, base })

/** What a tab keeps of the image. */
const keeper = ({ of = user, shown = image } = {}) => {
  const changed: (() => void)[] = []
  const kept = new KeptEdits({
    user: of,
    session: uuidv7(),
    image: () => shown,
    onChange: () => {
      for (const resolve of changed.splice(0)) resolve()
    },
  })
  const written = async (): Promise<void> => {
    while (!kept.isKept) await new Promise<void>((resolve) => changed.push(resolve))
  }
  return { kept, written }
}
const labels = [uuidv7(), uuidv7(), uuidv7()]
const nothing = { unsent: [], conflicts: [] }
const closeTabs = () => Object.defineProperty(navigator, 'locks', { value: new BrowserLocks(), configurable: true })

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  closeTabs()
})

test('what a closed tab has left is taken over in its order, by one tab, and by nobody while it is open', async () => {
  const [a, b, c] = [uuidv7(), uuidv7(), uuidv7()]
  const conflict: Conflict = { id: c, no: 1, mine: null, theirs: null, revision: 4, rest: [] }
  const first = keeper()
  const edits = [waiting(draw(a)), waiting(remove(b), 3), waiting(draw(c))] as const
  first.kept.keep(edits, [conflict])
  // The first one was saved meanwhile.
  first.kept.keep(edits.slice(1), [conflict])
  expect(first.kept.isKept).toBe(false)
  await first.written()
  expect(await keeper().kept.adopt()).toEqual(nothing)
  closeTabs()
  expect(await keeper({ of: uuidv7() }).kept.adopt()).toEqual(nothing)
  expect(await keeper({ shown: { ...image, id: uuidv7() } }).kept.adopt()).toEqual(nothing)
  expect(await imagesWithKeptEdits(user)).toEqual([image])
  expect(await imagesWithKeptEdits(uuidv7())).toEqual([])
  const next = keeper()
  expect(await next.kept.adopt()).toEqual({ unsent: edits.slice(1), conflicts: [conflict] })
  expect(await keeper().kept.adopt()).toEqual(nothing)
  next.kept.keep([], [])
  await next.written()
  closeTabs()
  expect(await keeper().kept.adopt()).toEqual(nothing)
  expect(await imagesWithKeptEdits(user)).toEqual([])
})

test('what a later release has left in a way of its own stays for it', async () => {
  const first = keeper()
  const later = { act: 'morph', id: uuidv7() } as unknown as Edit
  const edits = [waiting(later), waiting(draw(uuidv7()))] as const
  first.kept.keep(edits, [])
  await first.written()
  closeTabs()
  const next = keeper()
  expect((await next.kept.adopt()).unsent).toEqual([edits[1]])
  next.kept.keep([], [])
  await next.written()
  expect(await imagesWithKeptEdits(user)).toEqual([image])
})

test('without a database nothing is kept, and that is known', async () => {
  Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true, writable: true })
  const { kept } = keeper()
  expect(await kept.adopt()).toEqual(nothing)
  kept.keep([waiting(draw(uuidv7()))], [])
  await Promise.resolve()
  expect(kept.isKept).toBe(false)
})

/** A server as far as it decides on revisions. */
const serverOf = () => {
  const objects = new Map<string, { revision: number; label: string; isDeleted: boolean }>()
  const decide = (change: AnnotationChange): AnnotationOutcome => {
    const { id } = change
    const now = objects.get(id)
    const made = (label: string, isDeleted: boolean): AnnotationOutcome => {
      const revision = (now?.revision ?? 0) + 1
      objects.set(id, { revision, label, isDeleted })
      return { id, no: 1, revision }
    }
    const refusal = (code: string) => ({ id, error: { code, detail: code } })
    if (change.act === 'create') return now ? { id, no: 1, revision: now.revision } : made('', false)
    if (!now) return refusal('ERR_0404')
    const { revision = now.revision } = change
    const isSeen = revision === now.revision
    const isNext = revision + 1 === now.revision
    const same = { id, no: 1, revision: now.revision }
    if (change.act !== 'change') {
      if (now.isDeleted === (change.act === 'delete')) return isSeen || isNext ? same : refusal('ERR_7001')
      return isSeen ? made(now.label, !now.isDeleted) : refusal('ERR_7001')
    }
    const [label = ''] = change.labels ?? []
    if (now.isDeleted) return refusal('ERR_0404')
    if (!isSeen) return isNext && label === now.label ? same : refusal('ERR_7001')
    return made(label, false)
  }
  return { objects, decide: (changes: readonly AnnotationChange[]) => changes.map(decide) }
}

/** A tab with the image open, of which a test decides when its calls arrive, and when they are answered. */
const openTab = async (decide: (changes: readonly AnnotationChange[]) => AnnotationOutcome[]) => {
  const { kept, written } = keeper()
  let call: { changes: AnnotationChange[]; outcomes?: AnnotationOutcome[]; end: (isAnswered: boolean) => void } | null
  call = null
  let isOpen = true
  let isKeeping = true
  const refused: string[] = []
  const outbox = new Outbox({
    send: (changes) =>
      new Promise((resolve, reject) => {
        const end = (isAnswered: boolean) =>
          isAnswered ? resolve({ outcomes: call?.outcomes ?? [] }) : reject(new Error('There is no network'))
        call = { changes, end }
      }),
    maySend: () => isOpen,
    onSaved: async () => undefined,
    onRefused: ({ error }) => refused.push(error.code),
    onForgotten: () => undefined,
  })
  outbox.subscribe(() => isKeeping && kept.keep(outbox.unsent, []))
  outbox.adopt((await kept.adopt()).unsent)
  const arrive = (): void => {
    if (call) call.outcomes ??= decide(call.changes)
  }
  const end = async (isAnswered: boolean): Promise<void> => {
    if (isAnswered) arrive()
    call?.end(isAnswered)
    await new Promise((resolve) => setTimeout(resolve))
    outbox.retry()
  }
  /** @param isAnswered - its last call, after which nothing is written */
  const close = async (isAnswered: boolean): Promise<void> => {
    await written()
    isOpen = false
    isKeeping = false
    if (isAnswered) await end(true)
    closeTabs()
  }
  return { outbox, refused, arrive, end, close }
}

type Belief = ReadonlyMap<string, string>

test('whenever a tab is closed, what was done is on the server in the end', async () => {
  const act = fc.record({
    kind: fc.constantFrom(
      'draw',
      'label',
      'label',
      'remove',
      'undo',
      'redo',
      'arrive',
      'answer',
      'fail',
      'close',
      'die',
    ),
    at: fc.nat(5),
    label: fc.constantFrom(...labels),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25, size: 'max' }), async (acts) => {
      globalThis.indexedDB = new IDBFactory()
      const server = serverOf()
      let tab = await openTab(server.decide)
      let stack = new CommandStack((edits) => tab.outbox.add(edits))
      /** Label by object, as the user sees them, and before and after what can be done again. */
      let now: Belief = new Map()
      let past: Belief[] = []
      let future: Belief[] = []
      /** As it is on the screen: what is unsent goes on from the own last edit. */
      const seenOf = (id: string): number | null =>
        tab.outbox.unsent.some(({ edit }) => edit.id === id) ? null : (server.objects.get(id)?.revision ?? null)
      const run = (next: [string, string | null], redo: Edit, undo: Edit): void => {
        past.push(now)
        future = []
        const [id, label] = next
        now = new Map(
          [...now, [id, label ?? '']].filter(([each]) => label !== null || each !== id) as [string, string][],
        )
        stack.run({ redo: [redo], undo: [undo] })
      }
      for (const { kind, at, label } of acts) {
        const [id, before = ''] = [...now][at % Math.max(1, now.size)] ?? []
        const labelled = (from: string, to: string, seen?: number | null): Edit => ({
          act: 'change',
          ...(seen !== undefined && { seen }),
          id: id ?? '',
          labels: to ? [to] : [],
          before: { geometry: 'POINT (1 1)', labels: [from] },
        })
        if (kind === 'draw') {
          const made = uuidv7()
          run([made, ''], draw(made), remove(made))
        } else if (kind === 'label' && id) {
          run([id, label], labelled(before, label, seenOf(id)), labelled(label, before))
        } else if (kind === 'remove' && id) run([id, null], remove(id), { act: 'restore', id })
        else if (kind === 'undo' && stack.state.canUndo) {
          future.push(now)
          now = past.pop() ?? now
          stack.undo()
        } else if (kind === 'redo' && stack.state.canRedo) {
          past.push(now)
          now = future.pop() ?? now
          stack.redo()
        } else if (kind === 'arrive') tab.arrive()
        else if (kind === 'answer' || kind === 'fail') await tab.end(kind === 'answer')
        else if (kind === 'close' || kind === 'die') {
          await tab.close(kind === 'die')
          tab = await openTab(server.decide)
          stack = new CommandStack((edits) => tab.outbox.add(edits))
          past = []
          future = []
        }
      }
      while (tab.outbox.unsaved > 0) await tab.end(true)
      expect(tab.refused).toEqual([])
      const stored = [...server.objects].flatMap(([id, { label, isDeleted }]) =>
        isDeleted ? [] : [[id, label] as const],
      )
      expect(new Map(stored)).toEqual(now)
    }),
    { numRuns: 200 },
  )
})
