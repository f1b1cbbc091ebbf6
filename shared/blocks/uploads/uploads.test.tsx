import { renderUi } from '@lamella/shared/ui/test-render.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AllUploadsButtons } from './all-uploads-buttons.tsx'
import { UploadButtons } from './upload-buttons.tsx'

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const question = () => screen.findByRole('dialog', { name: 'Cancel image uploads' })
const buttons = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))

const queueThatRecords = () => {
  const calls: string[] = []
  const record = (name: string) => (id?: string) => void calls.push(id ? `${name} ${id}` : name)
  return {
    calls,
    pause: record('pause'),
    resume: record('resume'),
    cancel: record('cancel'),
    pauseAll: record('pause all'),
    resumeAll: record('resume all'),
    cancelAll: async () => record('cancel all')(),
  }
}

test.each([
  ['uploading', true, ['Pause a.tif', 'Cancel a.tif']],
  ['paused', true, ['Resume a.tif', 'Cancel a.tif']],
  ['paused', false, ['Resume a.tif']],
  ['queue', true, ['Cancel a.tif']],
  ['complete', false, []],
])('an upload that is %s, cancellable: %s, has the buttons %j', (status, cancellable, expected) => {
  const upload = { id: '7', name: 'a.tif', status }
  renderUi(<UploadButtons upload={upload} queue={queueThatRecords()} cancellable={cancellable} />)
  expect(buttons()).toEqual(expected)
})

test('the buttons of an upload act on it alone', async () => {
  const { calls, ...queue } = queueThatRecords()
  const at = (status: string) => (
    <UploadButtons upload={{ id: '7', name: 'a.tif', status }} queue={queue} cancellable={status === 'uploading'} />
  )
  const { rerender } = renderUi(at('uploading'))
  await press('Pause a.tif')
  await press('Cancel a.tif')
  rerender(at('paused'))
  await press('Resume a.tif')
  expect(calls).toEqual(['pause 7', 'cancel 7', 'resume 7'])
})

test('all uploads are paused and resumed at once, and cancelled only after a confirmation', async () => {
  const { calls, ...queue } = queueThatRecords()
  renderUi(<AllUploadsButtons queue={queue} onCancel={() => calls.push('told')} />)
  await press('Pause all')
  await press('Resume all')
  await press('Cancel all')
  expect(within(await question()).getByText('Do you really want to cancel all remaining uploads?')).toBeVisible()
  await press('Continue uploading')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(calls).toEqual(['pause all', 'resume all'])
  await press('Cancel all')
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel all' }))
  expect(calls.slice(2)).toEqual(['told', 'cancel all'])
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
