<?php
/**
 * Plugin Name: Stablegate for WooCommerce
 * Description: USDT payments straight into your own wallets, through a Stablegate gateway.
 * Version: 0.2.0
 * Requires at least: 6.1
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * License: Apache-2.0
 * Text Domain: stablegate
 */

defined('ABSPATH') || exit;

const STABLEGATE_VERSION = '0.2.0';

add_action('plugins_loaded', function () {
    if (!class_exists('WC_Payment_Gateway')) return;
    require_once __DIR__ . '/includes/class-stablegate-api.php';
    require_once __DIR__ . '/includes/class-stablegate-gateway.php';
    add_filter('woocommerce_payment_gateways', function ($gateways) {
        $gateways[] = 'Stablegate_Gateway';
        return $gateways;
    });
});

// Orders in their own tables, and the block checkout.
add_action('before_woocommerce_init', function () {
    if (!class_exists('\Automattic\WooCommerce\Utilities\FeaturesUtil')) return;
    \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__, true);
    \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('cart_checkout_blocks', __FILE__, true);
});

add_action('woocommerce_blocks_loaded', function () {
    if (!class_exists('\Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType')) return;
    require_once __DIR__ . '/includes/class-stablegate-blocks.php';
    add_action('woocommerce_blocks_payment_method_type_registration', function ($registry) {
        $registry->register(new Stablegate_Blocks());
    });
});
