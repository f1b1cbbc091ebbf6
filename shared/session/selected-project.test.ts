import type * as SelectedProjectModule from './selected-project.ts'

const panel = { id: '019aa000-0000-7000-8000-0000000000b1', name: 'Reference panel' }

/** The module as after a reload of the page. */
const loadPage = async () => {
  jest.resetModules()
  const { createStore } = await import('jotai')
  const { selectedProjectAtom }: typeof SelectedProjectModule = await import('./selected-project.ts')
  const store = createStore()
  return {
    selected: () => store.get(selectedProjectAtom),
    select: (project: SelectedProjectModule.SelectedProject | null) => store.set(selectedProjectAtom, project),
  }
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => jest.restoreAllMocks())

test('D1-3-28 the key selectedProjectId holds the id of the chosen project, and is removed when none is chosen', async () => {
  const page = await loadPage()
  expect(page.selected()).toBeNull()
  page.select(panel)
  expect(sessionStorage.getItem('selectedProjectId')).toBe(panel.id)
  sessionStorage.setItem('selectedProjectId', 'another')
  expect((await loadPage()).selected()).toEqual({ ...panel, id: 'another' })
  page.select(null)
  expect(sessionStorage.getItem('selectedProjectId')).toBeNull()
  expect(sessionStorage).toHaveLength(0)
  expect(localStorage).toHaveLength(0)
})

test('D2-2-33 the local storage holds the project that was chosen last, with which a new tab begins', async () => {
  const page = await loadPage()
  page.select(panel)
  expect(localStorage.getItem('selectedProjectId')).toBe(panel.id)
  sessionStorage.clear()
  expect((await loadPage()).selected()).toEqual(panel)
})

test('D2-2-33 what another tab chooses does not change this one, also after a reload', async () => {
  const page = await loadPage()
  page.select(panel)
  localStorage.setItem('selectedProjectId', 'another')
  expect((await loadPage()).selected()).toEqual(panel)
})

test('D1-2.6-22 after a reload the project is still chosen, with its last name', async () => {
  const page = await loadPage()
  page.select(panel)
  page.select({ ...panel, name: 'Reference panel 2' })
  expect((await loadPage()).selected()).toEqual({ ...panel, name: 'Reference panel 2' })
})

test('an id without a name, or a name without an id, is ignored', async () => {
  sessionStorage.setItem('selectedProjectId', panel.id)
  expect((await loadPage()).selected()).toBeNull()
})

test('in a browser that refuses storage the choice lasts until the reload', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    jest.spyOn(Storage.prototype, method).mockImplementation(refuse)
  }
  const page = await loadPage()
  page.select(panel)
  expect(page.selected()).toEqual(panel)
  page.select(null)
  expect(page.selected()).toBeNull()
})
