import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderUi } from '../test-render.tsx'
import { WizardStepper } from './wizard-stepper.tsx'

const steps = ['Choose Project', 'Select Image Data', 'Upload']
const stepItems = () => screen.getAllByRole('listitem')

test('D3-2-25 shows numbered steps and marks the present one', () => {
  renderUi(<WizardStepper label="Image upload" steps={steps} active={0} />)
  expect(screen.getByRole('list', { name: 'Image upload' })).toBeVisible()
  expect(stepItems().map((item) => item.textContent)).toEqual(['1Choose Project', '2Select Image Data', '3Upload'])
  expect(stepItems().map((item) => item.getAttribute('aria-current'))).toEqual(['step', 'false', 'false'])
})

test('D3-2-26 only an earlier step can be clicked', async () => {
  const user = userEvent.setup()
  const onStepClick = jest.fn()
  renderUi(<WizardStepper label="Image upload" steps={steps} active={1} onStepClick={onStepClick} />)
  expect(screen.getAllByRole('button')).toHaveLength(1)
  await user.click(screen.getByText('Upload'))
  await user.click(screen.getByText('Select Image Data'))
  expect(onStepClick).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: /Choose Project/ }))
  expect(onStepClick.mock.calls).toEqual([[0]])
})

test('D3-2-27 more than five steps are narrower', () => {
  const { unmount } = renderUi(<WizardStepper label="Five" steps={['a', 'b', 'c', 'd', 'e']} active={0} />)
  expect(screen.getByRole('list')).not.toHaveAttribute('data-many')
  unmount()
  renderUi(<WizardStepper label="Six" steps={['a', 'b', 'c', 'd', 'e', 'f']} active={0} />)
  expect(screen.getByRole('list')).toHaveAttribute('data-many')
})
