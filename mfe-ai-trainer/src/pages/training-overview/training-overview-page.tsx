import { NothingTrained } from '../../lib/nothing-trained.tsx'

const TrainingOverviewPage = () => (
  <NothingTrained
    title="Training Overview"
    missing="No trainings yet"
    purpose="All trainings of your organization are listed here, with their progress and results."
  />
)

export default TrainingOverviewPage
