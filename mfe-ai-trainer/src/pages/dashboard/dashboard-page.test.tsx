import { organisationUsage, type RestrictionKey } from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import DashboardPage from './dashboard-page.tsx'

let server: ContractServer
let used: { key: RestrictionKey; used: number }[]
beforeEach(() => {
  used = [
    { key: 'trainingLimit', used: 2 },
    { key: 'jobLimit', used: 60 },
  ]
  server = ContractServer.start().on(organisationUsage, () => ({ data: used }))
})
afterEach(() => server.close())

const open = (limits = {}) => renderPage(<DashboardPage />, { at: '/ai-trainer/dashboard', limits })
const ring = (name: string) => screen.findByRole('figure', { name })

test('D1-2.4-04 shows the use of the limits of the AI plan', async () => {
  open({ trainingLimit: 3, jobLimit: 60 })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('AI Trainer')
  expect(await ring('Trainings')).toHaveTextContent('2of 3')
  expect(await ring('Analysis jobs')).toHaveTextContent('60of 60')
})

test('shows that there is no limit', async () => {
  open()
  expect(await ring('Trainings')).toHaveTextContent('2unlimited')
})

test('says that training is not available yet', () => {
  open()
  const trainings = within(screen.getByRole('region', { name: 'Trainings' }))
  expect(trainings.getByRole('heading', { name: 'No trainings yet' })).toBeVisible()
  expect(
    trainings.getByText(/Training is not available yet\. It comes with a later release of Lamella\./),
  ).toBeVisible()
  expect(trainings.getByRole('link')).toHaveAttribute('href', '/ai-trainer/new-training')
})

test('a failed request can be repeated', async () => {
  server.on(organisationUsage, () => new Refusal('ERR_0500'))
  open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('The usage could not be loaded')).toBeVisible()
  server.on(organisationUsage, () => ({ data: used }))
  await userEvent.click(again)
  expect(await ring('Trainings')).toBeVisible()
})
