import { call } from '@lamella/shared/api'
import {
  type ContributorRole,
  type EndpointInput,
  getProjectOutline,
  listProjects,
  pageSize,
} from '@lamella/shared/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { startOf } from './list-start.ts'
import { fatalPage } from './query-meta.ts'

const action = 'projects.list'

/** The first 250 projects of the user, those modified last first. @param role - only projects in which they are owner, or have this role */
export const projectsStartQuery = (role?: ContributorRole) =>
  defineQuery({
    queryKey: ['projects', 'start', role ?? null],
    queryFn: async ({ signal }) => {
      const query = { actionId: action, sort: '-modified', ...(role && { 'filter[role]': role }) } as const
      return startOf(await call(listProjects, { query }, { signal, action }))
    },
    meta: { errorPage: fatalPage },
  })

/** Order and conditions of a list of projects. */
export type ProjectQuestion = Omit<NonNullable<EndpointInput<typeof getProjectOutline>['query']>, 'page[size]'>

/** Number of the projects of a list, and where its pages of 250 begin. */
export const projectOutlineQuery = (question: ProjectQuestion) =>
  defineQuery({
    queryKey: ['projects', 'outline', question],
    queryFn: async ({ signal }) =>
      (await call(getProjectOutline, { query: question }, { signal, action: 'projects.outline' })).data,
    placeholderData: keepPreviousData,
    meta: { errorPage: fatalPage },
  })

/** One page of 250 projects (D2-7-02). @param after - where it begins, by the outline */
export const projectPageQuery = (question: ProjectQuestion, after: string | null) =>
  defineQuery({
    queryKey: ['projects', 'page', question, after],
    queryFn: async ({ signal }) => {
      const query = { actionId: action, ...question, 'page[size]': pageSize, ...(after && { 'page[after]': after }) }
      return (await call(listProjects, { query }, { signal, action })).data
    },
    // Many pages of the table are in one answer.
    staleTime: 60_000,
    meta: { errorPage: fatalPage },
  })

/** More than are shown: a name may match better than one that was modified later. */
const mostNamed = 50

/** Projects with these words in their names, those modified last first. @param role - as for `projectsStartQuery` */
export const projectsNamedQuery = (name: string, role?: ContributorRole) =>
  defineQuery({
    queryKey: ['projects', 'named', name, role ?? null],
    queryFn: async ({ signal }) => {
      const filter = { ...(name && { 'filter[name]': name }), ...(role && { 'filter[role]': role }) }
      const query = { sort: '-modified', 'page[size]': mostNamed, ...filter } as const
      return (await call(listProjects, { query }, { signal, action: 'projects.find' })).data
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
