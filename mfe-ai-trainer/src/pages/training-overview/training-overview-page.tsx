import { NoTrainingsPage } from '../../lib/no-trainings-page.tsx'

const TrainingOverviewPage = () => (
  <NoTrainingsPage
    title="Training Overview"
    missing="No trainings yet"
    purpose="All trainings of your organization are listed here, with their progress and results."
  />
)

export default TrainingOverviewPage
