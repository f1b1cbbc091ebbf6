import { currentUserAtom, hasDraft, restrictionsAtom } from '@lamella/shared/session'
import { PageTitle } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { ContactAdmin } from '../../features/subscriptions/contact-admin.tsx'
import { LimitWarnings } from '../../features/subscriptions/limit-warnings.tsx'
import { PastPlans } from '../../features/subscriptions/past-plans.tsx'
import { PlanList } from '../../features/subscriptions/plan-list.tsx'
import { UpgradeDialog, upgradeForm } from '../../features/subscriptions/upgrade-dialog.tsx'
import { UsageCard } from '../../features/subscriptions/usage-card.tsx'
import { UsageHistory } from '../../features/subscriptions/usage-history.tsx'
import css from './subscriptions-page.module.css'

/** Plans, their use now and over time, those of before, and the request for an upgrade (D3-2-16). */
const SubscriptionsPage = () => {
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const [asking, setAsking] = useState(() => hasDraft(upgradeForm))
  if (!user || !restrictions) return null
  return (
    <>
      <PageTitle
        title="Subscriptions"
        facts={`What ${restrictions.organisationName} may use, and how much of it is used.`}
        actions={user.isAdmin && <Button onClick={() => setAsking(true)}>Request an upgrade</Button>}
      />
      {!user.isAdmin && <ContactAdmin />}
      <LimitWarnings limits={restrictions.limits} />
      <div className={css.cards}>
        <UsageCard limits={restrictions.limits} />
        <div className={css.beside}>
          <PlanList />
          <UsageHistory limits={restrictions.limits} />
        </div>
        <PastPlans />
      </div>
      {user.isAdmin && <UpgradeDialog opened={asking} onClose={() => setAsking(false)} />}
    </>
  )
}

export default SubscriptionsPage
