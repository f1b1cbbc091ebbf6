import { bus } from '@lamella/shared/events'
import { runtimeConfigAtom, selectedProjectAtom, store } from '@lamella/shared/session'
import { Button, Stack, Text, Title, useMantineTheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAtom, useAtomValue, useStore } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { identities } from './identities.ts'

declare global {
  var __PROBES__: Record<string, typeof identities> | undefined
}

const LatePanel = lazy(() => import('./late-panel.tsx'))

/** Keeps the main thread busy. @param milliseconds - for how long */
const block = (milliseconds: number): void => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** Shows the state that a remote gets through shared modules, and can fail after its first render. */
export default function ProbePage() {
  const { pathname } = useLocation()
  const theme = useMantineTheme()
  const queryClient = useQueryClient()
  const ownsStore = useStore() === store
  const config = useAtomValue(runtimeConfigAtom)
  const [project, selectProject] = useAtom(selectedProjectAtom)
  const [late, setLate] = useState(false)
  const [broken, setBroken] = useState<boolean | string>(false)
  const [done, setDone] = useState('')
  useEffect(() => {
    if (typeof broken === 'string') throw new Error(`broken ${broken}`)
  }, [broken])
  if (broken === true) throw new Error('broken after the first render')

  globalThis.__PROBES__ = { ...globalThis.__PROBES__, [pathname]: identities }
  return (
    <Stack>
      <Title order={1}>Probe {pathname}</Title>
      <Text>version {__APP_VERSION__}</Text>
      <Text>colour {theme.primaryColor}</Text>
      <Text>product {config.product.name}</Text>
      <Text>query client {queryClient.getDefaultOptions() ? 'found' : 'missing'}</Text>
      <Text>store {ownsStore ? 'shared' : 'other'}</Text>
      <Text>project {project?.name ?? 'none'}</Text>
      <Button onClick={() => selectProject({ id: pathname, name: `of ${pathname}` })}>Select project</Button>
      <Button onClick={() => bus.emit('toast/show', { kind: 'info', title: `Toast of ${pathname}`, detail: '' })}>
        Send toast
      </Button>
      <Button onClick={() => setBroken(true)}>Break now</Button>
      <Button onClick={() => setBroken('by an effect')}>Break an effect</Button>
      <Button
        onClick={() => {
          throw new Error('broken in an event handler')
        }}
      >
        Break a click
      </Button>
      <Button onClick={() => void import('./late-action.ts').then(({ act }) => setDone(act()))}>Act</Button>
      <Text>{done}</Text>
      <Button onClick={() => block(6500)}>Block for a while</Button>
      <Button onClick={() => block(Number.POSITIVE_INFINITY)}>Block for ever</Button>
      <Button onClick={() => setLate(true)}>Load panel</Button>
      <Suspense fallback={<Text>Loading panel</Text>}>{late && <LatePanel />}</Suspense>
      <Link to="/probe/projects">projects</Link>
      <Link to="/probe/datastorage">datastorage</Link>
    </Stack>
  )
}
