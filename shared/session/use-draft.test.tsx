import { act, renderHook } from '@testing-library/react'
import { currentUserAtom } from './atoms.ts'
import { forgetDrafts } from './drafts.ts'
import { store } from './store.ts'
import { hasDraft, useDraft, useDraftFields } from './use-draft.ts'

const userWith = (id: string) => ({
  id,
  firstName: 'Ada',
  lastName: 'Example',
  fullName: 'Ada Example',
  email: 'ada@lab.org',
  isAdmin: false,
  isGuest: false,
  organisationId: id,
  agreementPrivacy: true,
  agreementTerms: true,
  roles: [],
})
const nothing = { name: '', emails: [] as string[] }
const typed = { name: 'Ki-67', emails: ['a@b.org'] }

beforeEach(() => {
  sessionStorage.clear()
  act(() => store.set(currentUserAtom, userWith('ada')))
})
afterEach(() => act(() => store.set(currentUserAtom, null)))

const open = (form = '/projects/new', initial: typeof nothing = nothing) =>
  renderHook(() => useDraft(form, initial)).result
const found = (form?: string, initial?: typeof nothing) => open(form, initial).current.found

test('what was typed is restored in the same form, for the same user', () => {
  expect(found()).toBeNull()
  open().current.keep(typed)
  expect(found()).toEqual(typed)
  expect(hasDraft('/projects/new')).toBe(true)
  expect(found('/projects/1')).toBeNull()
  act(() => store.set(currentUserAtom, userWith('bo')))
  expect(found()).toBeNull()
  expect(hasDraft('/projects/new')).toBe(false)
  act(() => store.set(currentUserAtom, userWith('ada')))
  expect(found()).toEqual(typed)
})

test('a draft is removed when saved, cancelled, emptied by hand, or at log-out', () => {
  const gone = [
    (draft: ReturnType<typeof open>) => act(() => draft.current.drop()),
    (draft: ReturnType<typeof open>) => draft.current.keep(nothing),
    () => forgetDrafts(),
  ]
  for (const end of gone) {
    const draft = open()
    draft.current.keep(typed)
    end(draft)
    expect(found()).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  }
})

test('removing the draft of one form leaves the others', () => {
  open('/a').current.keep(typed)
  const other = open('/b')
  other.current.keep(typed)
  act(() => other.current.drop())
  expect(found('/a')).toEqual(typed)
})

test('fields equal to the initial ones are no draft', () => {
  open().current.keep(typed)
  expect(found('/projects/new', typed)).toBeNull()
})

test.each(['{', '[]', '{"ada /projects/new":{"name":7}}', '{"ada /projects/new":{"name":"x"}}', 'null'])(
  'what is stored as %s is no draft',
  (text) => {
    sessionStorage.setItem('lamella.drafts', text)
    expect(found()).toBeNull()
  },
)

test('without a user nothing is kept', () => {
  store.set(currentUserAtom, null)
  open().current.keep(typed)
  expect(sessionStorage).toHaveLength(0)
})

test('two fields that change at once are both kept and restored', () => {
  const { result } = renderHook(() => useDraftFields('/invite', nothing))
  act(() => {
    result.current.change({ name: 'Ki-67' })
    result.current.change({ emails: ['a@b.org'] })
  })
  expect(result.current.fields).toEqual(typed)
  const next = renderHook(() => useDraftFields('/invite', nothing)).result
  expect(next.current).toMatchObject({ fields: typed, restored: true })
  act(() => next.current.reset())
  expect(next.current).toMatchObject({ fields: nothing, restored: false })
  expect(hasDraft('/invite')).toBe(false)
})
