import { renderUi } from '@lamella/shared/ui/test-render.tsx'
import { screen } from '@testing-library/react'
import { PasswordChecklist } from './password-checklist.tsx'

const states = (password: string) => {
  const { unmount } = renderUi(<PasswordChecklist password={password} />)
  const items = screen.getAllByRole('listitem').map((item) => item.textContent?.split(', ').at(-1))
  unmount()
  return items
}

test.each([
  ['', ['unmet', 'unmet', 'unmet', 'unmet', 'unmet']],
  ['a', ['unmet', 'unmet', 'met', 'unmet', 'unmet']],
  ['aB', ['unmet', 'met', 'met', 'unmet', 'unmet']],
  ['aB3', ['unmet', 'met', 'met', 'met', 'unmet']],
  ['aB3-', ['unmet', 'met', 'met', 'met', 'met']],
  ['aB3-xyzw', ['met', 'met', 'met', 'met', 'met']],
])('D1-2.1-32 D1-5-14 the password "%s" meets %j', (password, expected) => {
  expect(states(password)).toEqual(expected)
})

test('the number of met rules is announced', () => {
  const { rerender } = renderUi(<PasswordChecklist password="" />)
  const told = screen.getByRole('status')
  expect(told).toHaveTextContent(/^0 of 5 rules met$/)
  rerender(<PasswordChecklist password="aB3" />)
  expect(told).toHaveTextContent(/^3 of 5 rules met$/)
})
