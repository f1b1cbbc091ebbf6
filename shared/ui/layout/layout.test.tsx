import { Button } from '@mantine/core'
import { screen } from '@testing-library/react'
import { renderUi } from '../test-render.tsx'
import { CardHeader } from './card-header.tsx'
import { PageTitle } from './page-title.tsx'

test('a page title is the one first-level heading, with facts and actions beside it', () => {
  renderUi(<PageTitle title="Users" facts="Everyone in Nordlund Lab" actions={<Button>Invite users</Button>} />)
  const heading = screen.getByRole('heading', { level: 1, name: 'Users' })
  heading.focus()
  expect(heading).toHaveFocus()
  expect(screen.getByText('Everyone in Nordlund Lab')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Invite users' })).toBeVisible()
})

test('a card header is a second-level heading with its count', () => {
  renderUi(<CardHeader title="Objects" count={1204} />)
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Objects1,204')
})
