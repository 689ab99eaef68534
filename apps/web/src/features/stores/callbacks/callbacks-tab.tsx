import { DeliveriesCard } from './deliveries-card';
import { EndpointsCard } from './endpoints-card';

export default function CallbacksTab() {
  return (
    <div className="store-callbacks">
      <EndpointsCard />
      <DeliveriesCard />
    </div>
  );
}
