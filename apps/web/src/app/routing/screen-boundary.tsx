import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ScreenFailure } from './screen-failure';

type BoundaryProps = { place: string; isWholePage: boolean; children: ReactNode };
type BoundaryState = { place: string; failure?: { error: unknown } };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  /** Another place may well work. */
  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { place };
  }

  override render() {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : <ScreenFailure error={failure.error} isWholePage={this.props.isWholePage} />;
  }
}

/** What a screen throws is shown in its place, until another place is opened. */
export function ScreenBoundary({ isWholePage = false, children }: { isWholePage?: boolean; children: ReactNode }) {
  const { key } = useLocation();
  return (
    <Boundary place={key} isWholePage={isWholePage}>
      {children}
    </Boundary>
  );
}
