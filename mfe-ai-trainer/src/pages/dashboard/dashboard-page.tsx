import { samplePictures } from '@lamella/shared/blocks'
import { restrictionsAtom } from '@lamella/shared/session'
import { EmptyState, PageTitle } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { LimitsCard } from '../../features/limits/limits-card.tsx'
import { useNotAvailableText } from '../../lib/use-not-available-text.ts'
import css from './dashboard-page.module.css'

/** Dashboard of the area: limits of the AI plan, and the trainings. */
const DashboardPage = () => {
  const restrictions = useAtomValue(restrictionsAtom)
  const notAvailableText = useNotAvailableText()
  if (!restrictions) return null
  return (
    <>
      <PageTitle title="AI Trainer" />
      <div className={css.columns}>
        <LimitsCard limits={restrictions.limits} />
        <Card component="section" padding={0} aria-label="Trainings">
          <EmptyState
            pictures={samplePictures}
            title="No trainings yet"
            text={`Running trainings and deployed applications are shown here. ${notAvailableText}`}
            actions={
              <Button component={Link} to="/ai-trainer/new-training">
                Prepare a training
              </Button>
            }
          />
        </Card>
      </div>
    </>
  )
}

export default DashboardPage
