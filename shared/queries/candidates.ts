import { call } from '@lamella/shared/api'
import {
  type CandidateFor,
  findCandidates,
  longestPersonText,
  recogniseUsers,
  type User,
} from '@lamella/shared/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'

/**
 * People to choose from for a place in a project, the first 50 by name.
 * @param name - words of their names or addresses; '': anybody
 */
export const candidatesQuery = (projectId: string, place: CandidateFor, name: string) =>
  defineQuery({
    // `sharingChanged` invalidates all that begins with it.
    queryKey: ['sharing', projectId, 'candidates', place, name],
    queryFn: async ({ signal }) => {
      const query = { 'filter[for]': place, ...(name && { 'filter[name]': name }) }
      const options = { signal, action: 'sharing.candidates' }
      return (await call(findCandidates, { params: { projectId }, query }, options)).data
    },
    placeholderData: keepPreviousData,
  })

/** By typed text: whom it stands for; null: nobody, or several. */
export type RecognisedUsers = Readonly<Record<string, User | null>>

/** Whom typed names and addresses stand for. @param texts - at most 50, without blanks at the ends */
export const recognisedUsersQuery = (texts: readonly string[]) =>
  defineQuery({
    queryKey: ['users', 'recognised', texts],
    queryFn: async ({ signal }): Promise<RecognisedUsers> => {
      // Longer ones are neither names nor addresses.
      const asked = texts.filter((text) => text.length <= longestPersonText)
      const body = { data: { texts: asked } }
      const found =
        asked.length > 0 ? (await call(recogniseUsers, { body }, { signal, action: 'users.recognise' })).data : []
      return Object.fromEntries([
        ...texts.map((text) => [text, null] as const),
        ...asked.map((text, index) => [text, found[index] ?? null] as const),
      ])
    },
    enabled: texts.length > 0,
    placeholderData: keepPreviousData,
  })
