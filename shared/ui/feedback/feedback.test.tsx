import { Button } from '@mantine/core'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderUi } from '../test-render.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { InfoBar } from './info-bar.tsx'
import { LoadingRows } from './loading-rows.tsx'
import { Toast } from './toast.tsx'

afterEach(() => jest.useRealTimers())

test('an empty state has the next action', () => {
  renderUi(
    <EmptyState
      title="No projects found"
      text="You haven't created or been added to any projects yet."
      pictures={['/a.webp', '/b.webp', '/c.webp']}
      actions={<Button>Create a new project</Button>}
    />,
  )
  expect(screen.getByRole('heading', { name: 'No projects found' })).toBeVisible()
  expect(screen.getByText("You haven't created or been added to any projects yet.")).toBeVisible()
  expect(screen.getByRole('button', { name: 'Create a new project' })).toBeVisible()
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})

test('an error state is announced and can be tried again', async () => {
  const user = userEvent.setup()
  const onRetry = jest.fn()
  renderUi(<ErrorState title="Projects could not be retrieved" text="Nothing was lost." onRetry={onRetry} />)
  expect(screen.getByRole('alert')).toHaveTextContent('Projects could not be retrievedNothing was lost.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

test('without a second attempt there is no button', () => {
  renderUi(<ErrorState title="Gone" />)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('an info bar is a note, an error is announced', () => {
  renderUi(<InfoBar>As a guest of this organization you cannot upload images.</InfoBar>)
  expect(screen.getByRole('note')).toHaveTextContent('As a guest of this organization you cannot upload images.')
  renderUi(<InfoBar tone="error">Storage capacity exceeded</InfoBar>)
  expect(screen.getByRole('alert')).toHaveTextContent('Storage capacity exceeded')
})

test('a skeleton is shown after 300 ms, and its height is reserved at once', () => {
  jest.useFakeTimers()
  const { container } = renderUi(<LoadingRows rows={3} withThumbnail />)
  const status = screen.getByRole('status')
  expect(status).toHaveTextContent('Loading')
  expect(status).toHaveStyle({ minHeight: '126px' })
  const drawn = () => container.querySelectorAll('[aria-hidden="true"]').length
  act(() => jest.advanceTimersByTime(299))
  expect(drawn()).toBe(0)
  act(() => jest.advanceTimersByTime(1))
  expect(drawn()).toBe(3)
})

test.each(['success', 'info', 'warning', 'error'] as const)('a toast of tone %s can be closed', async (tone) => {
  const user = userEvent.setup()
  const onClose = jest.fn()
  renderUi(<Toast tone={tone} title="Upload images" detail="Image uploads have completed." onClose={onClose} />)
  expect(screen.getByText('Upload images')).toBeVisible()
  expect(screen.getByText('Image uploads have completed.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close message' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})
