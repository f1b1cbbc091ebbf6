import { restrictionsAtom } from '@lamella/shared/session'
import { CardHeader, Doughnut, EmptyState, PageTitle, samplePictures } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { useLaterRelease } from '../../lib/later-release.ts'
import css from './dashboard-page.module.css'

/** No release so far can start a training, so none counts against the limit. */
const trainingsStarted = 0

/** The limit of trainings, and the trainings themselves. */
const DashboardPage = () => {
  const restrictions = useAtomValue(restrictionsAtom)
  const laterRelease = useLaterRelease()
  if (!restrictions) return null
  return (
    <>
      <PageTitle title="AI Trainer" />
      <div className={css.columns}>
        <Card component="section" padding={0} aria-label="Limits">
          <CardHeader title="Limits" />
          <div className={css.rings}>
            <Doughnut title="Trainings" used={trainingsStarted} limit={restrictions.limits.trainingLimit} />
          </div>
        </Card>
        <Card component="section" padding={0} aria-label="Trainings">
          <EmptyState
            pictures={samplePictures}
            title="No trainings yet"
            text={`Running trainings and deployed applications are shown here. ${laterRelease}`}
            actions={
              <Button component={Link} to="/ai-trainer/new-training">
                See what you can do already
              </Button>
            }
          />
        </Card>
      </div>
    </>
  )
}

export default DashboardPage
