import { bus, type Toast } from '@lamella/shared/events'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { lazyPart } from './lazy-part.tsx'

let toasts: Toast[] = []
bus.on('toast/show').subscribe((toast) => toasts.push(toast))
beforeEach(() => {
  toasts = []
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => jest.restoreAllMocks())

let loadings = 0
let isThere = false
const Late = lazyPart<{ text: string }>(async () => {
  loadings++
  if (!isThere) throw new Error('404')
  return { default: ({ text }) => <p>{text}</p> }
})

const Page = () => {
  const [shown, setShown] = useState(false)
  return (
    <>
      <h1>The page</h1>
      <button type="button" onClick={() => setShown(true)}>
        Show
      </button>
      {shown && <Late text="The part" onMissing={() => setShown(false)} />}
    </>
  )
}

test('a part that does not load is missing and told of, the page around it stays, and the next attempt loads it', async () => {
  render(<Page />)
  const show = () => userEvent.click(screen.getByRole('button', { name: 'Show' }))
  await show()
  await waitFor(() => expect(toasts).toMatchObject([{ kind: 'error', title: 'A part of the page is missing' }]))
  expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible()
  // What the server counts as a failure of the shell.
  expect(globalThis.__LAMELLA_TELEMETRY__).toMatchObject([{ event: 'remote-failed', app: 'shell', version: 'test' }])
  await show()
  await waitFor(() => expect(toasts).toHaveLength(2))
  isThere = true
  await show()
  expect(await screen.findByText('The part')).toBeVisible()
  expect(loadings).toBe(3)
  expect(toasts).toHaveLength(2)
})

test('a part that throws is missing and told of', async () => {
  const Broken = lazyPart(async () => ({
    default: () => {
      throw new Error('broken')
    },
  }))
  const missing = jest.fn()
  render(<Broken onMissing={missing} />)
  await waitFor(() => expect(missing).toHaveBeenCalledTimes(1))
  expect(toasts).toHaveLength(1)
})

test('a part that is no longer wanted when it fails is not told of', async () => {
  let fail = (_error: Error): void => undefined
  const Part = lazyPart<object>(() => new Promise((_, reject) => (fail = reject)))
  const { unmount } = render(<Part onMissing={() => undefined} />)
  unmount()
  fail(new Error('404'))
  await Promise.resolve()
  expect(toasts).toHaveLength(0)
})

test('a part is there with its code, not some frames later', async () => {
  const loaded = Promise.resolve({ default: () => <p>At once</p> })
  const Part = lazyPart(() => loaded)
  render(<Part onMissing={() => undefined} />)
  await act(() => loaded)
  expect(screen.getByText('At once')).toBeVisible()
})
