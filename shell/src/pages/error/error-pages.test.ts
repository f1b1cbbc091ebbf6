import { forgetReturn, readReturn, rememberReturn } from '@lamella/shared/session'
import { errorPageOf } from './error-pages.ts'

test.each([
  ['D1-2.5-02 D1-2.5-04', '401', 'UNAUTHORIZED', 'Sign in', '/auth/login'],
  ['D1-2.5-05 D1-2.5-06', '403', 'PERMISSION DENIED', 'Return to home', '/'],
  ['D1-2.5-07 D1-2.5-08', '404', 'NOT FOUND', 'Return to home', '/'],
  ['D1-2.5-09 D1-2.5-10', '504', 'SERVICE TIMEOUT', 'Return to home', '/'],
  ['D1-2.5-11 D1-2.5-13', '410', 'SERVICE UNAVAILABLE', 'Return to home', '/'],
  ['D1-2.5-12', '503', 'SERVICE UNAVAILABLE', 'Return to home', '/'],
  ['D1-2.5-14 D1-2.5-17', 'noAgreementOrTerms', 'Sorry, login was not successful', 'Return to log in', '/auth/login'],
  ['D1-2.5-18 D1-2.5-19', 'toString', 'Sorry, something went wrong', 'Return to home', '/'],
])('%s error page %s', (_, id, title, label, to) => {
  expect(errorPageOf(id)).toMatchObject({ title, button: { label, to } })
})

test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example'])(
  'a stored address %s is no way back',
  (address) => {
    localStorage.setItem('errorReturnUrl', address)
    expect(readReturn()).toBeNull()
  },
)

test('the way back is remembered, and not from the error page itself', () => {
  rememberReturn('/projects?a=1')
  rememberReturn('/error/404')
  expect(readReturn()).toBe('/projects?a=1')
  forgetReturn()
  expect(readReturn()).toBeNull()
})
