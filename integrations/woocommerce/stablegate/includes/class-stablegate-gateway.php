<?php
defined('ABSPATH') || exit;

class Stablegate_Gateway extends WC_Payment_Gateway
{
    const ID = 'stablegate';
    /** One dollar is one USDT. Another currency would need a rate, which nobody has agreed on. */
    const CURRENCIES = ['USD', 'USDT'];

    public function __construct()
    {
        $this->id = self::ID;
        $this->method_title = 'Stablegate';
        $this->method_description = __('Customers pay in USDT, straight into your own wallets.', 'stablegate');
        $this->has_fields = false;
        $this->supports = ['products'];
        $this->init_form_fields();
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = $this->get_option('description');
        add_action('woocommerce_update_options_payment_gateways_' . $this->id, [$this, 'process_admin_options']);
        add_action('woocommerce_api_' . self::ID, [$this, 'handle_callback']);
    }

    public function init_form_fields()
    {
        $field = function ($title, $type, $default = '', $description = '') {
            return ['title' => $title, 'type' => $type, 'default' => $default, 'description' => $description];
        };
        $this->form_fields = [
            'enabled' => $field(__('Enabled', 'stablegate'), 'checkbox', 'no'),
            'title' => $field(__('Title', 'stablegate'), 'text', 'USDT'),
            'description' => $field(__('Description', 'stablegate'), 'textarea', __('You pay on the next page.', 'stablegate')),
            'url' => $field(__('Address of the gateway', 'stablegate'), 'text', '', 'https://pay.example.com'),
            'api_key' => $field(__('API key', 'stablegate'), 'password', '', 'sk_…'),
            'callback_secret' => $field(__('Callback secret', 'stablegate'), 'password', '', 'whsec_…'),
        ];
    }

    public function is_available()
    {
        $is_set = $this->get_option('url') !== '' && $this->get_option('api_key') !== '' 
            && Stablegate_Api::callback_key($this->get_option('callback_secret')) !== null;
        return parent::is_available() && $is_set && in_array(get_woocommerce_currency(), self::CURRENCIES, true);
    }

    /**
     * The same order asks for the same invoice (request_id), however often the button is clicked; after it has expired, for a new one.
     */
    public function process_payment($order_id)
    {
        $order = wc_get_order($order_id);
        $amount = wc_format_decimal($order->get_total(), 4);
        $attempt = (int) $order->get_meta('_stablegate_attempt');
        $request_id = implode('-', ['wc', $order->get_id(), substr(hash('sha256', $order->get_order_key()), 0, 12), $amount, $attempt]);
        if (!in_array($order->get_currency(), self::CURRENCIES, true)) {
            wc_add_notice(__('This order is not in US dollars.', 'stablegate'), 'error');
            return ['result' => 'failure'];
        }
        try {
            $invoice = Stablegate_Api::create_invoice($this->get_option('url'), $this->get_option('api_key'), [
                'name' => sprintf('Order %s', $order->get_order_number()),
                'amount' => $amount,
                'request_id' => $request_id,
                'callback_url' => WC()->api_request_url(self::ID),
                'success_url' => $this->get_return_url($order),
                'cancel_url' => $order->get_checkout_payment_url(),
                'metadata' => ['order_id' => (string) $order->get_id()],
            ]);
        } catch (RuntimeException $error) {
            wc_get_logger()->error($error->getMessage(), ['source' => self::ID]);
            wc_add_notice(__('The payment could not be started. Please try again.', 'stablegate'), 'error');
            return ['result' => 'failure'];
        }
        $order->update_meta_data('_stablegate_request_id', $request_id);
        $order->update_meta_data('_stablegate_trans_id', $invoice['trans_id']);
        $order->update_meta_data('_stablegate_amount', $amount);
        $order->save();
        return ['result' => 'success', 'redirect' => $invoice['url_payment']];
    }

    public function handle_callback()
    {
        $headers = [];
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            $headers[$name] = $_SERVER['HTTP_' . strtoupper(str_replace('-', '_', $name))] ?? '';
        }
        [$status, $message] = $this->receive($headers, (string) file_get_contents('php://input'), time());
        status_header($status);
        wp_send_json(['status' => $status === 200 ? 'success' : 'fail', 'message' => $message]);
    }

    /** @return array{int, string} status and message of the answer; anything but 200 is sent again by the gateway */
    public function receive(array $headers, string $body, int $now): array
    {
        if (!Stablegate_Api::is_genuine($this->get_option('callback_secret'), $headers, $body, $now)) return [403, 'wrong signature'];
        $event = json_decode($body, true);
        $request_id = is_array($event) ? (string) ($event['request_id'] ?? '') : '';
        // A callback of another shop of the same merchant, or a test: acknowledged, so that it is not repeated for days.
        if (!preg_match('/^wc-(\d+)-[0-9a-f]{12}-/', $request_id, $found)) return [200, 'not an order of this shop'];
        $order = wc_get_order((int) $found[1]);
        if (!$order || !hash_equals(substr(hash('sha256', $order->get_order_key()), 0, 12), explode('-', $request_id)[2])) {
            return [200, 'not an order of this shop'];
        }
        if ($event['status'] === 'completed') return $this->complete($order, $event);
        if ($event['status'] === 'expired' && !$order->is_paid() && $order->get_meta('_stablegate_request_id') === $request_id) {
            $order->update_meta_data('_stablegate_attempt', (string) ((int) $order->get_meta('_stablegate_attempt') + 1));
            $order->update_meta_data('_stablegate_request_id', '');
            $order->save();
            $order->add_order_note(__('The USDT invoice expired unpaid.', 'stablegate'));
        }
        return [200, 'OK'];
    }

    private function complete($order, array $event): array
    {
        if ($order->is_paid()) return [200, 'already paid'];
        // The order may have been changed after its invoice was made; a late payment of an earlier invoice counts by what it was for.
        if (wc_format_decimal($event['amount'], 4) !== wc_format_decimal($order->get_total(), 4)) {
            $order->update_status('on-hold', sprintf(__('Paid %s USDT, which is not the total of the order.', 'stablegate'), $event['amount']));
            return [200, 'on hold'];
        }
        $order->payment_complete((string) ($event['trans_hash'] ?? $event['trans_id']));
        $order->add_order_note(sprintf(__('Paid in USDT, transaction %s.', 'stablegate'), $event['trans_id']));
        return [200, 'OK'];
    }
}
