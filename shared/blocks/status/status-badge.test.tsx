import { renderUi } from '@lamella/shared/ui/test-render.tsx'
import { screen } from '@testing-library/react'
import { StatusBadge, statuses } from './status-badge.tsx'

test.each(statuses)('%s has a word, not only a colour', (status) => {
  renderUi(<StatusBadge status={status} />)
  expect(screen.getByText(new RegExp(`^${status}$`, 'i'))).toBeVisible()
})

test('the word can be replaced by a label', () => {
  renderUi(<StatusBadge status="successful" label="Training Successful" />)
  expect(screen.getByText('Training Successful')).toBeVisible()
  expect(screen.queryByText('Successful')).not.toBeInTheDocument()
})
