import { Button, ButtonLink } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { Component, type ReactNode } from 'react';
import { Arrival } from './arrival.tsx';
import css from './remote-boundary.module.css';
import type { RemoteName } from './remotes.ts';
import { useT } from './texts.ts';

interface Props {
  frontend: RemoteName;
  onFailure: () => void;
  onRetry: () => void;
  children: ReactNode;
}

/** Where a remote is down, or a page of it breaks, only its own pages are gone: says which part, with a way to try again. */
export class RemoteBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailure();
  }

  retry = () => {
    this.props.onRetry();
    this.setState({ failed: false });
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return <Unreachable frontend={this.props.frontend} onRetry={this.retry} />;
  }
}

function Unreachable({ frontend, onRetry }: { frontend: RemoteName; onRetry: () => void }) {
  const t = useT();
  return (
    <PageFrame>
      <Card>
        <h1>{t('remote.down')}</h1>
        <p role="alert">{frontend === 'resident' ? t('remote.resident') : t('remote.admin')}</p>
        <div className={css.ways}>
          <Button onClick={onRetry}>{t('remote.tryAgain')}</Button>
          <ButtonLink look="quiet" to="/">
            {t('remote.home')}
          </ButtonLink>
        </div>
      </Card>
      <Arrival />
    </PageFrame>
  );
}
