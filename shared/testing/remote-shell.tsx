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
import { LoadingRows } from '@lamella/shared/ui/feedback/loading-rows.tsx'
import { cssVariablesResolver } from '@lamella/shared/ui/theme/css-variables.ts'
import { theme } from '@lamella/shared/ui/theme/theme.ts'
import {
  Alert,
  Anchor,
  Box,
  Button,
  Group,
  MantineProvider,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider, useAtomValue } from 'jotai'
import { type ComponentType, type FormEvent, lazy, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Navigate, NavLink, Outlet, RouterProvider } from 'react-router-dom'
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

  const pages = manifest.routes.flatMap(({ id, path, guards }) => {
    const load = routes[id]
    if (!load) return []
    const Page = lazy(load as () => Promise<{ default: ComponentType }>)
    return [{ path, element: guards.includes('login') ? <WithSession Page={Page} /> : <Page /> }]
  })
  const links = manifest.routes.filter(({ id, path }) => routes[id] && !path.includes(':'))
  const [first] = links
  const start = first && location.pathname === '/' ? <Navigate to={first.path} replace /> : <NoPage />
  const frame = <Frame name={manifest.id} address={container.dataset.server ?? ''} links={links} />
  const router = createBrowserRouter([{ element: frame, children: [...pages, { path: '*', element: start }] }])

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

const NoPage = () => <Text>This remote has no page at this address.</Text>

interface FrameProps {
  /** App id of the remote. */
  name: string
  /** Of the portal. */
  address: string
  /** Its pages without parameters. */
  links: RemoteManifestInput['routes']
}

function Frame({ name, address, links }: FrameProps) {
  return (
    <>
      <Group component="header" p="md" justify="space-between" style={{ borderBottom: '1px solid var(--lm-border)' }}>
        <Stack gap={4}>
          <Text fw={600}>{name}, alone</Text>
          <Text size="sm" c="dimmed">
            Data of {address}
          </Text>
        </Stack>
        <Group component="nav" aria-label="Pages">
          {links.map(({ path, title }) => (
            <Anchor key={path} component={NavLink} to={path} end size="sm">
              {title}
            </Anchor>
          ))}
        </Group>
      </Group>
      <Box component="main" p="md">
        <Suspense fallback={<LoadingRows />}>
          <Outlet />
        </Suspense>
      </Box>
    </>
  )
}

/** What needs a session, or the way to one. */
const WithSession = ({ Page }: { Page: ComponentType }) =>
  useAtomValue(sessionStateAtom) === 'active' ? <Page /> : <LogIn />

function LogIn() {
  const [failure, setFailure] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    login(String(fields.get('email')), String(fields.get('password'))).catch((error) => setFailure(String(error)))
  }
  return (
    <form onSubmit={submit}>
      <Stack maw={360} mx="auto" mt="xl">
        <Title order={1} size="h2">
          Log in to the portal
        </Title>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput name="email" label="Email" autoComplete="username" />
        <PasswordInput name="password" label="Password" autoComplete="current-password" />
        <Button type="submit">Log in</Button>
      </Stack>
    </form>
  )
}
