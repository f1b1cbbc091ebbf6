import { createStore } from 'jotai'

/** The one jotai store of the page. */
export const store: ReturnType<typeof createStore> = createStore()
