import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { renderUi } from '../test-render.tsx'
import { FilterField } from './filter-field.tsx'

function Filter() {
  const [value, setValue] = useState('')
  return <FilterField label="Filter projects" value={value} onChange={setValue} />
}

test('is labelled by its placeholder, takes text, and is emptied by its button and by Escape', async () => {
  const user = userEvent.setup()
  renderUi(<Filter />)
  const field = screen.getByRole('searchbox', { name: 'Filter projects' })
  expect(field).toHaveAttribute('placeholder', 'Filter projects')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()

  await user.type(field, 'nuclei')
  expect(field).toHaveValue('nuclei')
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(field).toHaveValue('')

  await user.type(field, 'wound{Escape}')
  expect(field).toHaveValue('')
})
