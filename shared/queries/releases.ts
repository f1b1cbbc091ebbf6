import { call, callAllPages } from '@lamella/shared/api'
import {
  checkRelease,
  listOperatorTokens,
  releaseHistory,
  releaseOverview,
  releaseSeries,
  removableReleases,
  type ServerEvent,
} from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

// Not in the index, which every page loads: this is for operators only, and bundled into the page that uses it.

const releases = ['releases'] as const
const tokens = ['operator-tokens'] as const

const changedBy = ({ type }: ServerEvent): boolean => type === 'releasesChanged'

/** Each app with its active version, trial and newest build, and what pages told in the last 24 hours. For operators. */
export const releaseOverviewQuery = defineQuery({
  queryKey: ['releases', 'overview'],
  queryFn: ({ signal }) => callAllPages(releaseOverview, {}, { signal, action: 'releases.overview' }),
  meta: { errorPage: fatalPage, changedBy },
})

/** What pages told per hour of the versions of an app that matter now, and their sizes. */
export const releaseSeriesQuery = (app: string) =>
  defineQuery({
    queryKey: [...releases, app, 'series'],
    queryFn: async ({ signal }) =>
      (await call(releaseSeries, { params: { app } }, { signal, action: 'releases.series' })).data.versions,
    meta: { changedBy },
  })

/** Everything that was done with the versions of an app, newest first. */
export const releaseHistoryQuery = (app: string) =>
  defineQuery({
    queryKey: [...releases, app, 'history'],
    queryFn: ({ signal }) => callAllPages(releaseHistory, { params: { app } }, { signal, action: 'releases.history' }),
    meta: { changedBy },
  })

/** Whether a version is as it was published, and fits what is active. Every file is read: kept for five minutes or until something changes. */
export const releaseCheckQuery = (app: string, version: string) =>
  defineQuery({
    queryKey: [...releases, app, 'check', version],
    queryFn: async ({ signal }) =>
      (await call(checkRelease, { params: { app, version } }, { signal, action: 'releases.check' })).data,
    staleTime: 300_000,
    meta: { changedBy },
  })

/** Which versions of an app could be removed, and why others stay. */
export const removableReleasesQuery = (app: string) =>
  defineQuery({
    queryKey: [...releases, app, 'removable'],
    queryFn: async ({ signal }) =>
      (await call(removableReleases, { params: { app } }, { signal, action: 'releases.removable' })).data.versions,
    meta: { changedBy },
  })

/** Named tokens for releases, without their secrets. */
export const operatorTokensQuery = defineQuery({
  queryKey: tokens,
  queryFn: ({ signal }) => callAllPages(listOperatorTokens, {}, { signal, action: 'operator-tokens.list' }),
})

/** Invalidates after something was done with a version of any app: what fits depends on all of them. */
export const releasesChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: releases })

/** Invalidates after a token was made or removed. */
export const operatorTokensChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: tokens })
