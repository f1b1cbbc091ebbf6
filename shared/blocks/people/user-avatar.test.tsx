import { renderUi } from '@lamella/shared/ui/test-render.tsx'
import { screen } from '@testing-library/react'
import { UserAvatar } from './user-avatar.tsx'

test.each([
  ['Mara Lindqvist', 'ML'],
  ['mara', 'M'],
  ['Ana Maria de Souza', 'AS'],
  ['  Émile   Zola ', 'ÉZ'],
])('the initials of "%s" are "%s"', (name, letters) => {
  renderUi(<UserAvatar name={name} />)
  expect(screen.getByText(letters)).toBeVisible()
})

test('the alternative text of a picture is the name of the person', () => {
  renderUi(<UserAvatar name="Mara Lindqvist" src="/avatars/1.webp" />)
  expect(screen.getByRole('img', { name: 'Mara Lindqvist' })).toHaveAttribute('src', '/avatars/1.webp')
})

test('the colour depends on the id, not on the name', () => {
  const colors = ['Mara Lindqvist', 'Mara Weber'].map((name) => {
    const { container, unmount } = renderUi(<UserAvatar name={name} id="0198" />)
    const color = container.querySelector<HTMLElement>('[style*="--avatar-bg"]')?.style.getPropertyValue('--avatar-bg')
    unmount()
    return color
  })
  expect(colors[0]).toMatch(/^#/)
  expect(colors[0]).toBe(colors[1])
})
