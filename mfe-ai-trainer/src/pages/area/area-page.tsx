import { Navigate } from 'react-router-dom'

/** The area's empty path (document 1 §2.4). */
const AreaPage = () => <Navigate to="/ai-trainer/dashboard" replace />

export default AreaPage
