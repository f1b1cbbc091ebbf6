import { configureHttp } from '@lamella/shared/api'
import { type PageLoader, type RemoteManifestInput, type RuntimeConfig, runtimeConfig } from '@lamella/shared/contract'
import { createQueryClient } from '@lamella/shared/queries'
import {
  configureTokenCall,
  login,
  restore,
  runtimeConfigAtom,
  sessionStateAtom,
  store,
  tokenSource,
} from '@lamella/shared/session'
import '@lamella/shared/ui/styles.ts'
import { cssVariablesResolver } from '@lamella/shared/ui/theme/css-variables.ts'
import { theme } from '@lamella/shared/ui/theme/theme.ts'
import { Box, Button, Group, MantineProvider, Stack, Text, TextInput, Title } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider, useAtomValue } from 'jotai'
import { type ComponentType, type FormEvent, lazy, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, Outlet, RouterProvider } from 'react-router-dom'
import * as z from 'zod/mini'

interface RemoteAlone {
  manifest: RemoteManifestInput
  routes: Readonly<Partial<Record<string, PageLoader>>>
}

/**
 * Runs one remote alone for `src/dev.tsx`, against a real server: its pages, links to those without parameters, and a
 * log-in, without the portal's layout, guards and fallbacks.
 * @throws Error without `#root` in the page
 */
export async function runRemoteAlone({ manifest, routes }: RemoteAlone): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no #root')
  const config = await readConfig()
  if (typeof config === 'string') {
    createRoot(container).render(<NoServer address={container.dataset.server ?? ''} reason={config} />)
    return
  }
  store.set(runtimeConfigAtom, config)
  configureTokenCall(config)
  configureHttp({ baseUrl: { auth: config.authServiceDomain, ...config.basePaths }, tokens: tokenSource })
  await restore()

  const pages = manifest.routes.flatMap(({ id, path }) => {
    const load = routes[id]
    if (!load) return []
    const Page = lazy(load as () => Promise<{ default: ComponentType }>)
    return [{ path, element: <Page /> }]
  })
  const links = pages.map(({ path }) => path).filter((path) => !path.includes(':'))
  const router = createBrowserRouter([
    { element: <Frame links={links} />, children: [...pages, { path: '*', element: null }] },
  ])

  createRoot(container).render(
    <Provider store={store}>
      <QueryClientProvider client={createQueryClient()}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </Provider>,
  )
}

/** The configuration of the portal, or why there is none, as a sentence. */
async function readConfig(): Promise<RuntimeConfig | string> {
  const answer = await fetch('/assets/config/config.json').catch(() => null)
  // The development server stands between: it answers 504 (or 502) for a portal that does not.
  if (!answer || answer.status === 504 || answer.status === 502) return 'It does not answer.'
  const { data } = z.safeParse(runtimeConfig, await answer.json().catch(() => null))
  return data ?? `It answers (${answer.status}), but it is no Lamella portal.`
}

const NoServer = ({ address, reason }: { address: string; reason: string }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
    <Stack p="md" role="alert">
      <Title order={1}>No portal at {address}</Title>
      <Text>{reason}</Text>
      <Text>
        Start one with “npm start”, or name one: SERVER_URL=https://portal.example npm run dev -w … Then load this page
        again.
      </Text>
    </Stack>
  </MantineProvider>
)

function Frame({ links }: { links: readonly string[] }) {
  const session = useAtomValue(sessionStateAtom)
  return (
    <Stack p="md">
      <Group component="nav">
        {links.map((path) => (
          <Link key={path} to={path}>
            {path}
          </Link>
        ))}
        {session !== 'active' && <LogIn />}
      </Group>
      <Box component="main">
        <Suspense>
          <Outlet />
        </Suspense>
      </Box>
    </Stack>
  )
}

function LogIn() {
  const [failure, setFailure] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    login(String(fields.get('email')), String(fields.get('password'))).catch((error) => setFailure(String(error)))
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-start">
        <TextInput name="email" aria-label="Email" placeholder="Email" autoComplete="username" />
        <TextInput
          name="password"
          type="password"
          aria-label="Password"
          placeholder="Password"
          autoComplete="current-password"
          error={failure}
        />
        <Button type="submit">Log in</Button>
      </Group>
    </form>
  )
}
