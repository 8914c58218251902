import { pagePath } from '@tma/contracts/pages';
import { Link } from '@tma/web/router';

interface PageHeadProps {
  /** The words of the way to the dashboard. */
  back: string;
  title: string;
  tehsil: string;
}

/** How the pages beside the dashboard begin: the way back, what it is, and of which tehsil. */
export const PageHead = ({ back, title, tehsil }: PageHeadProps) => (
  <>
    <p>
      <Link to={pagePath('adminDashboard')}>{back}</Link>
    </p>
    <h1>{title}</h1>
    <p>
      <strong dir="auto">{tehsil}</strong>
    </p>
  </>
);
