import { configureHttp, onFailure } from '@lamella/shared/api'
import { type CurrentUser, type RestrictionKey, restrictionKeys, runtimeConfig } from '@lamella/shared/contract'
import { createQueryClient } from '@lamella/shared/queries'
import {
  currentUserAtom,
  liveAtom,
  rememberReturn,
  restrictionsAtom,
  runtimeConfigAtom,
  store,
} from '@lamella/shared/session'
import { theme } from '@lamella/shared/ui/theme/theme.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import { Provider } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { sampleConfig } from './sample-config.ts'

const organisationId = '019aa000-0000-7000-8000-0000000000aa'

const people = {
  admin: { id: '019aa000-0000-7000-8000-000000000001', firstName: 'Mara', lastName: 'Lindqvist' },
  member: { id: '019aa000-0000-7000-8000-000000000002', firstName: 'Jonas', lastName: 'Weber' },
  guest: { id: '019aa000-0000-7000-8000-000000000003', firstName: 'Samuel', lastName: 'Okafor' },
} as const

export type PersonKind = keyof typeof people

/** A person of the sample organisation, as `whoAmI` answers. */
export const portalUser = (kind: PersonKind): CurrentUser => {
  const { id, firstName, lastName } = people[kind]
  return {
    id,
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    email: `${firstName.toLowerCase()}@lab.example`,
    isAdmin: kind === 'admin',
    isGuest: kind === 'guest',
    organisationId,
    agreementPrivacy: true,
    agreementTerms: true,
    roles: kind === 'guest' ? ['GUEST'] : kind === 'admin' ? ['USER', 'ORG_ADMIN'] : ['USER'],
  }
}

export interface PageOptions {
  /** Address at which the page is opened. */
  at: string
  as?: PersonKind | 'nobody'
  /** How they differ from `portalUser`. */
  user?: Partial<CurrentUser>
  /** Limits of the organisation; others are unlimited. */
  limits?: Partial<Record<RestrictionKey, number>>
  signupDisabled?: boolean
}

export interface RenderedPage extends RenderResult {
  /** Present path and query. */
  location: () => string
}

const LocationProbe = ({ onLocation }: { onLocation: (here: string) => void }) => {
  const { pathname, search } = useLocation()
  useEffect(() => onLocation(pathname + search))
  return null
}

/** Opens error pages as the shell does (shell/src/routing/central-redirects.ts). */
const ErrorRedirect = () => {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onFailure(({ redirect }) => {
        if (redirect === null || pathname.startsWith('/error')) return
        rememberReturn(pathname + search)
        navigate(redirect)
      }),
    [navigate, pathname, search],
  )
  return null
}

/**
 * Renders a page in the providers of the shell: the user is logged in, server events are connected, nothing is cached,
 * queries are not retried.
 */
export const renderPage = (
  page: ReactNode,
  { at, as = 'member', user = {}, limits = {}, signupDisabled = false }: PageOptions,
): RenderedPage => {
  configureHttp({ baseUrl: 'http://portal.test' })
  store.set(runtimeConfigAtom, z.parse(runtimeConfig, { ...sampleConfig, signupDisabled }))
  store.set(currentUserAtom, as === 'nobody' ? null : { ...portalUser(as), ...user })
  const restrictions = {
    organisationId,
    organisationName: 'Nordlund Lab',
    portalWebAccess: true,
    canAccessAITrainer: true,
    limits: {
      ...(Object.fromEntries(restrictionKeys.map((key) => [key, -1])) as Record<RestrictionKey, number>),
      ...limits,
    },
  }
  store.set(restrictionsAtom, as === 'nobody' ? null : restrictions)
  store.set(liveAtom, as !== 'nobody')
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  let location = at
  const result = render(
    <Provider store={store}>
      <QueryClientProvider client={client}>
        <MantineProvider theme={theme} env="test">
          <MemoryRouter initialEntries={[at]}>
            <ErrorRedirect />
            {page}
            <LocationProbe
              onLocation={(here) => {
                location = here
              }}
            />
          </MemoryRouter>
        </MantineProvider>
      </QueryClientProvider>
    </Provider>,
  )
  return { ...result, location: () => location }
}
