import { bus, type Toast } from '@lamella/shared/events'
import { render, screen, waitFor } from '@testing-library/react'
import { lazy } from 'react'
import { LazyBoundary } from './lazy-boundary.tsx'

test('a part that does not load is missing, a toast says so, and the page around it stays', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const toasts: Toast[] = []
  const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
  const Missing = lazy(() => Promise.reject(new Error('404')))
  render(
    <>
      <h1>The page</h1>
      <LazyBoundary>
        <Missing />
      </LazyBoundary>
    </>,
  )
  await waitFor(() => expect(toasts).toMatchObject([{ kind: 'error', title: 'A part of the page is missing' }]))
  expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible()
  subscription.unsubscribe()
  jest.restoreAllMocks()
})
