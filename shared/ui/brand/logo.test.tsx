import { screen } from '@testing-library/react'
import { renderUi } from '../test-render.tsx'
import { Logo } from './logo.tsx'

test('is one image labelled by the name of the product, which is also visible beside it', () => {
  renderUi(<Logo name="Lamella" />)
  expect(screen.getAllByRole('img', { name: 'Lamella' })).toHaveLength(1)
  expect(screen.getByText('Lamella')).toBeVisible()
})

test('the mark alone keeps the name as its label', () => {
  renderUi(<Logo name="Lamella" markOnly />)
  expect(screen.getByRole('img', { name: 'Lamella' })).toBeInTheDocument()
  expect(screen.queryByText('Lamella')).not.toBeInTheDocument()
})
