import { OtherPages, type PresenceEvent, silence } from './other-pages.ts'

const event = (page: string, changes: Partial<PresenceEvent> = {}): PresenceEvent => ({
  type: 'presence',
  project: 'project',
  image: 'image',
  user: 'mia',
  page,
  selected: [],
  isGone: false,
  ...changes,
})

test('other pages are there from their first word to their last one, or until they say nothing for long', () => {
  const others = new OtherPages()
  const told: string[][] = []
  others.subscribe(() => told.push(others.pages.map(({ page }) => page)))
  // Who is new does not know this page yet.
  expect([others.hear(event('one'), 0), others.hear(event('two'), 0), others.hear(event('one'), 10)]).toEqual([
    true,
    true,
    false,
  ])
  others.hear(event('two', { selected: ['object'] }), 20_000)
  expect(others.pages).toEqual([
    { page: 'one', user: 'mia', selected: [] },
    { page: 'two', user: 'mia', selected: ['object'] },
  ])
  others.forgetSilent(silence + 11)
  expect(others.pages.map(({ page }) => page)).toEqual(['two'])
  expect([others.hear(event('two', { isGone: true }), 0), others.hear(event('never', { isGone: true }), 0)]).toEqual([
    false,
    false,
  ])
  expect(told.at(-1)).toEqual([])
})
