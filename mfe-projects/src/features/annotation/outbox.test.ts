import { ApiFailure } from '@lamella/shared/api'
import type { AnnotationChange, AnnotationOutcome } from '@lamella/shared/contract'
import * as fc from 'fast-check'
import { CommandStack } from './command-stack.ts'
import type { Edit } from './edit.ts'
import { Outbox } from './outbox.ts'

const remove = (id: string): Edit => ({ act: 'delete', id })
/** Gives an object another label. */
const give = (id: string, label: string, seen?: number): Edit => ({
  act: 'change',
  id,
  ...(seen !== undefined && { seen }),
  labels: [label],
  before: { geometry: 'POINT (1 1)', labels: ['old'], scene: 0, z: null, t: null },
})
/** As it is sent. */
const given = (id: string, label: string, revision: number): AnnotationChange => ({
  act: 'change',
  id,
  labels: [label],
  revision,
})
const stored = (changes: readonly AnnotationChange[], revision = 1): AnnotationOutcome[] =>
  changes.map(({ id }) => ({ id, no: 1, revision }))
const failure = (status: number | null, message = 'Client Error') => new ApiFailure(status, 'ERR', message, null)

const draw = (id: string): Edit => ({ act: 'create', id, geometry: 'POINT (1 1)' })
const restore = (id: string): Edit => ({ act: 'restore', id })

/** A server that answers each call when the test says so. */
const setUp = () => {
  const calls: AnnotationChange[][] = []
  const answers: { resolve: (outcomes: AnnotationOutcome[]) => void; reject: (error: Error) => void }[] = []
  const refusals: [string, Edit[], Edit[]?][] = []
  const forgotten: string[] = []
  const read: (() => void)[] = []
  const person = { isLoggedIn: true }
  const unmarked: { id: string; revision: number }[] = []
  const outbox = new Outbox({
    send: (changes) => {
      calls.push(changes)
      return new Promise<AnnotationOutcome[]>((resolve, reject) => answers.push({ resolve, reject })).then(
        (outcomes) => ({ outcomes, unmarked: unmarked.splice(0) }),
      )
    },
    maySend: () => person.isLoggedIn,
    onSaved: () => new Promise((resolve) => read.push(resolve)),
    onForgotten: (id) => forgotten.push(id),
    onRefused: ({ error }, edits, rest) =>
      refusals.push(rest.length > 0 ? [error.detail, [...edits], [...rest]] : [error.detail, [...edits]]),
  })
  const settle = async (act: () => void) => {
    act()
    await jest.advanceTimersByTimeAsync(0)
  }
  return {
    outbox,
    calls,
    refusals,
    forgotten,
    person,
    /** Regions whose marks fall by the next call that is answered. */
    unmarked,
    answer: (outcomes = stored(calls.at(-1) ?? [])) => settle(() => answers.at(-1)?.resolve(outcomes)),
    fail: (error: Error) => settle(() => answers.at(-1)?.reject(error)),
    inList: () => settle(() => read.shift()?.()),
  }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('a change is there until the list has it', async () => {
  const { outbox, answer, inList } = setUp()
  outbox.add([remove('a')])
  expect([outbox.state, outbox.edits]).toEqual([{ kind: 'saving' }, [remove('a')]])
  await answer()
  expect([outbox.state, outbox.edits]).toEqual([{ kind: 'saved' }, [remove('a')]])
  await inList()
  expect(outbox.edits).toEqual([])
})

test('changes of one object go one after the other, those of others together', async () => {
  const { outbox, calls, answer } = setUp()
  outbox.add([remove('a')])
  outbox.add([remove('b'), restore('b'), remove('c')])
  await answer()
  await answer()
  expect(calls).toEqual([[remove('a')], [remove('b')], [{ ...restore('b'), revision: 1 }, remove('c')]])
})

test('what has no answer is kept in its order and sent again by itself', async () => {
  const { outbox, calls, fail, answer } = setUp()
  outbox.add([remove('a')])
  outbox.add([remove('b')])
  await fail(failure(null))
  expect(outbox.state).toEqual({ kind: 'kept', count: 2, reason: 'The server does not answer.', isRetried: true })
  await jest.advanceTimersByTimeAsync(1000)
  expect(calls.at(-1)).toEqual([remove('a'), remove('b')])
  await fail(failure(503))
  await jest.advanceTimersByTimeAsync(1999)
  expect(calls).toHaveLength(2)
  await jest.advanceTimersByTimeAsync(1)
  await answer()
  expect(outbox.state).toEqual({ kind: 'saved' })
})

test('what the limit refuses is kept until the user sends it again or gives it up', async () => {
  const { outbox, calls, forgotten, fail } = setUp()
  outbox.add([draw('a')])
  await fail(failure(403, 'The limit.'))
  expect(outbox.state).toEqual({ kind: 'kept', count: 1, reason: 'The limit.', isRetried: false })
  await jest.advanceTimersByTimeAsync(120_000)
  expect(calls).toHaveLength(1)
  outbox.retry()
  await fail(failure(403, 'The limit.'))
  outbox.discard()
  expect([outbox.state, outbox.edits, outbox.unsaved]).toEqual([{ kind: 'saved' }, [], 0])
  // It cannot be taken back: nothing was done.
  expect(forgotten).toEqual(['a'])
  expect(calls).toHaveLength(2)
})

test('a refused creation that is undone is not sent, so that nothing waits behind it', async () => {
  const { outbox, calls, fail, answer } = setUp()
  outbox.add([draw('a')])
  await fail(failure(403, 'The limit.'))
  outbox.add([remove('a')])
  expect([outbox.state, outbox.edits]).toEqual([{ kind: 'saved' }, []])
  outbox.add([remove('b')])
  await answer()
  expect(calls.at(-1)).toEqual([remove('b')])
})

test('a creation without an answer may have been made: undone, it is deleted', async () => {
  const { outbox, calls, fail, answer } = setUp()
  outbox.add([draw('a')])
  await fail(failure(null))
  outbox.add([remove('a')])
  await answer()
  await answer()
  expect(calls.slice(1)).toEqual([[draw('a')], [{ ...remove('a'), revision: 1 }]])
})

test('nothing is sent as the work of somebody else', async () => {
  const { outbox, calls, person, fail, answer } = setUp()
  outbox.add([draw('a')])
  await fail(failure(null))
  person.isLoggedIn = false
  await jest.advanceTimersByTimeAsync(60_000)
  expect(calls).toHaveLength(1)
  expect(outbox.state).toEqual({ kind: 'kept', count: 1, reason: 'You are logged out.', isRetried: false })
  person.isLoggedIn = true
  outbox.retry()
  await answer()
  expect([calls.length, outbox.state]).toEqual([2, { kind: 'saved' }])
})

test('a refused change is told and not made', async () => {
  const { outbox, refusals, answer } = setUp()
  outbox.add([remove('a'), remove('b')])
  await answer([
    { id: 'a', error: { code: 'ERR_7006', detail: 'Outside.' } },
    { id: 'b', no: 1, revision: 2 },
  ])
  expect([refusals, outbox.edits, outbox.state]).toEqual([
    [['Outside.', [remove('a')]]],
    [remove('b')],
    { kind: 'saved' },
  ])
})

test('who changes an object names the revision they have seen, after their own edits that which these made', async () => {
  const { outbox, calls, forgotten, answer } = setUp()
  outbox.add([give('a', 'one', 4)])
  // Already on the screen, whatever the list has meanwhile.
  outbox.add([give('a', 'two', 5)])
  await answer([{ id: 'a', no: 1, revision: 5 }])
  await answer([{ id: 'a', no: 1, revision: 6 }])
  expect(calls).toEqual([[given('a', 'one', 4)], [given('a', 'two', 5)]])
  // An undo goes on from the own last edit: what others have made since is not overwritten.
  outbox.add([give('a', 'one')])
  await answer([{ id: 'a', no: 1, revision: 7 }])
  expect(calls.at(-1)).toEqual([given('a', 'one', 6)])
  expect(forgotten).toEqual([])
  // Who goes on from what others have made cannot take back what was before it.
  outbox.add([give('a', 'three', 9)])
  expect([calls.at(-1), forgotten]).toEqual([[given('a', 'three', 9)], ['a']])
  await answer([{ id: 'a', no: 1, revision: 10 }])
  outbox.add([{ act: 'delete', id: 'b', seen: 2 }])
  expect(calls.at(-1)).toEqual([{ act: 'delete', id: 'b', revision: 2 }])
})

test('what was seen before own edits is no conflict with them', async () => {
  const { outbox, calls, forgotten, answer } = setUp()
  outbox.add([give('a', 'mine', 5)])
  await answer([{ id: 'a', no: 1, revision: 6 }])
  outbox.add([give('a', 'theirs')])
  await answer([{ id: 'a', no: 1, revision: 7 }])
  // Done once more, as it was the first time.
  outbox.add([give('a', 'mine', 5)])
  expect([calls.at(-1), forgotten]).toEqual([[given('a', 'mine', 7)], []])
})

test('a change that had no answer is sent again with the same revision', async () => {
  const { outbox, calls, fail, answer } = setUp()
  outbox.add([give('a', 'one', 1)])
  await fail(failure(null))
  await jest.advanceTimersByTimeAsync(1000)
  await answer()
  expect(calls).toEqual([[given('a', 'one', 1)], [given('a', 'one', 1)]])
})

test('a call has no more geometry than the server takes', async () => {
  const { outbox, calls, answer } = setUp()
  const geometry = `LINESTRING (${'1 1,'.repeat(800_000)}2 2)`
  outbox.add(['a', 'b', 'c', 'd'].map((id): Edit => ({ act: 'create', id, geometry })))
  await answer()
  await answer()
  expect(calls.map((changes) => changes.map(({ id }) => id))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('what was done to an object after a refused change is not sent, and told with it', async () => {
  const { outbox, calls, refusals, answer } = setUp()
  outbox.add([give('a', 'one', 1)])
  outbox.add([give('a', 'two'), remove('b')])
  await answer([{ id: 'a', error: { code: 'ERR_7001', detail: 'Changed.' } }])
  await answer()
  expect(refusals).toEqual([['Changed.', [give('a', 'one', 1), give('a', 'two')]]])
  expect(calls).toEqual([[given('a', 'one', 1)], [remove('b')]])
})

test('what is drawn, labelled and undone before it was sent comes back with its label', async () => {
  const { outbox, calls, fail, answer } = setUp()
  outbox.add([draw('a')])
  await fail(failure(403, 'The limit.'))
  outbox.add([give('a', 'one')])
  await fail(failure(403, 'The limit.'))
  outbox.add([remove('a')])
  expect(outbox.edits).toEqual([])
  outbox.add([restore('a')])
  expect(outbox.edits).toEqual([draw('a'), give('a', 'one')])
  await answer()
  await answer()
  expect(calls.slice(-2)).toEqual([[draw('a')], [given('a', 'one', 1)]])
})

/** Ids that are there after changes, as the server makes them. */
const after = (before: ReadonlySet<string>, known: Set<string>, changes: readonly Edit[]): Set<string> => {
  const there = new Set(before)
  for (const { act, id } of changes) {
    if (act === 'create' && !known.has(id)) there.add(id)
    else if (act === 'restore') there.add(id)
    else if (act === 'delete') there.delete(id)
    known.add(id)
  }
  return there
}

test('undo leads back step by step to the beginning, and redo to where it was', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant('draw'), fc.nat(9)), { maxLength: 30 }), (acts) => {
      let there = new Set<string>()
      const known = new Set<string>()
      const stack = new CommandStack((changes) => {
        there = after(there, known, changes)
      })
      const states = [new Set<string>()]
      for (const [index, act] of acts.entries()) {
        const ids = [...there]
        const id = act === 'draw' ? `${index}` : (ids[Number(act) % Math.max(1, ids.length)] ?? null)
        if (id === null) continue
        if (act === 'draw') {
          stack.run({ redo: [{ act: 'create', id, geometry: 'POINT (1 1)' }], undo: [remove(id)] })
        } else stack.run({ redo: [remove(id)], undo: [{ act: 'restore', id }] })
        states.push(there)
      }
      const ends = states.length - 1
      for (let at = ends; at > 0; at -= 1) {
        expect(there).toEqual(states[at])
        stack.undo()
      }
      expect(there).toEqual(new Set())
      expect(stack.state).toEqual({ canUndo: false, canRedo: ends > 0 })
      for (let at = 1; at <= ends; at += 1) {
        stack.redo()
        expect(there).toEqual(states[at])
      }
    }),
  )
})

test('a step goes in one call, also where it comes back with what was done to it later', async () => {
  const { outbox, calls, person, answer } = setUp()
  person.isLoggedIn = false
  const [step, back] = ['s', 'u']
  const split: Edit[] = [
    { ...give('a', 'cut', 1), step },
    { ...draw('b'), step },
    { ...draw('c'), step },
  ]
  outbox.add([remove('x')])
  outbox.add(split)
  outbox.add([give('b', 'one')])
  outbox.add([
    { ...give('a', 'whole'), step: back },
    { ...remove('b'), step: back },
    { ...remove('c'), step: back },
  ])
  outbox.add([
    { ...give('a', 'cut'), step },
    { ...restore('b'), step },
    { ...restore('c'), step },
  ])
  person.isLoggedIn = true
  outbox.retry()
  for (let call = 0; call < 4; call += 1) await answer()
  const ids = calls.slice(-4).map((changes) => changes.map(({ act, id }) => `${act} ${id}`))
  expect(ids).toEqual([['delete x', 'change a'], ['change a'], ['change a', 'create b', 'create c'], ['change b']])
  expect(outbox.state).toEqual({ kind: 'saved' })
})

test('a step is not parted where a call is full', async () => {
  const { outbox, calls, answer } = setUp()
  outbox.add([remove('first')])
  outbox.add(Array.from({ length: 999 }, (_, at) => draw(`${at}`)))
  outbox.add([
    { ...give('a', 'cut', 1), step: 's' },
    { ...draw('b'), step: 's' },
  ])
  outbox.add([remove('last')])
  for (let call = 0; call < 3; call += 1) await answer()
  expect(calls.map((changes) => changes.length)).toEqual([1, 999, 3])
})

test('of a step that is not made the refused one is told, with the rest of it', async () => {
  const { outbox, refusals, answer } = setUp()
  const step = 's'
  const merge: Edit[] = [
    { ...give('a', 'whole', 1), step },
    { ...remove('b'), step },
    { ...remove('c'), step },
  ]
  outbox.add(merge)
  outbox.add([give('c', 'later'), remove('d')])
  const notMade = { code: 'ERR_7010', detail: 'Not made.' }
  await answer([
    { id: 'a', error: notMade },
    { id: 'b', error: { code: 'ERR_7001', detail: 'Changed.' } },
    { id: 'c', error: notMade },
  ])
  await answer()
  expect(refusals).toEqual([['Changed.', [merge[1]], [merge[0], merge[2], give('c', 'later')]]])
  expect(outbox.edits).toEqual([remove('d')])
})

test('a region that lost its marks by an own edit is changed on from there, and its own edits can be taken back', async () => {
  const { outbox, calls, answer, unmarked, forgotten } = setUp()
  outbox.add([give('own', 'a', 1), give('seen', 'a', 4)])
  await answer([
    ...stored([give('own', 'a')] as AnnotationChange[], 2),
    ...stored([give('seen', 'a')] as AnnotationChange[], 5),
  ])
  unmarked.push({ id: 'own', revision: 3 }, { id: 'other', revision: 8 })
  outbox.add([draw('new')])
  await answer()
  outbox.add([give('own', 'b', 2), give('other', 'b', 7), give('seen', 'b', 5)])
  expect(calls.at(-1)).toEqual([given('own', 'b', 3), given('other', 'b', 8), given('seen', 'b', 5)])
  await answer()
  expect(forgotten).toEqual([])
})
